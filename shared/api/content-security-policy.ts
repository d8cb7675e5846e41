/**
 * What the page may load: its own files only. Inline style attributes are allowed because the editor and the
 * dialog library set them; inline scripts are not.
 */
export const CONTENT_SECURITY_POLICY =
  "default-src 'none'; script-src 'self'; worker-src 'self'; style-src 'self' 'unsafe-inline'; " +
  "img-src 'self' data: blob:; font-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'self'";
