import { createHash } from 'node:crypto';
import type { Dirent } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';
import { type Context, Hono } from 'hono';
import { type AuthRules, setAuthCookie } from '../middleware/auth.ts';

const TYPES = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.json', 'application/json; charset=utf-8'],
  ['.map', 'application/json; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.png', 'image/png'],
  ['.ico', 'image/x-icon'],
  ['.webp', 'image/webp'],
  ['.woff2', 'font/woff2'],
  ['.ttf', 'font/ttf'],
  ['.txt', 'text/plain; charset=utf-8'],
  ['.wasm', 'application/wasm'],
]);

/** Vite puts files under `assets/` whose names change with their content. */
const HASHED = /^\/assets\//;

/**
 * The built page. Only files that are listed in its folder are served, so no path can lead out of it.
 * @param folder `dist/app`
 * @param auth without a token, whoever opens the page gets its cookie; with one, see login.ts
 */
export function pageRoutes(folder: string, auth: AuthRules): Hono {
  const app = new Hono();
  const files = new FileList(folder);
  app.get('/', async (context) => {
    const file = await files.find('/index.html');
    if (auth.token === null) setAuthCookie(context, auth);
    if (file === null) return context.text(NOT_BUILT, 503);
    return serveFile(context, file, '/index.html', toldOfServer);
  });
  app.get('*', async (context) => {
    const file = await files.find(context.req.path);
    return file === null ? context.notFound() : serveFile(context, file, context.req.path);
  });
  return app;
}

const NOT_BUILT =
  'The page is not built. Run "npm run build" in the folder of Loupe and reload. The command line works without it.\n';

/** A page that came as plain files holds its sessions itself; this one has a server. */
function toldOfServer(page: Buffer): Buffer {
  return Buffer.from(
    page.toString('utf8').replace('name="loupe-host" content="files"', 'name="loupe-host" content="server"'),
  );
}

async function serveFile(
  context: Context,
  file: string,
  path: string,
  change: (bytes: Buffer) => Buffer = (bytes) => bytes,
): Promise<Response> {
  const bytes = change(await readFile(file));
  const tag = `"${createHash('sha256').update(bytes).digest('base64url')}"`;
  context.header('cache-control', HASHED.test(path) ? 'public, max-age=31536000, immutable' : 'no-cache');
  context.header('etag', tag);
  if (context.req.header('if-none-match') === tag) return context.body(null, 304);
  context.header('content-type', TYPES.get(extname(file)) ?? 'application/octet-stream');
  return context.body(new Uint8Array(bytes));
}

/** Files by their path in the address; read again when one is missing, because a build may have replaced them. */
class FileList {
  readonly #folder: string;
  #files: Map<string, string> | null = null;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async find(path: string): Promise<string | null> {
    const known = this.#files?.get(path);
    if (known !== undefined) return known;
    this.#files = await listFiles(this.#folder);
    return this.#files.get(path) ?? null;
  }
}

async function listFiles(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((): Dirent[] => []);
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  return new Map(files.map((file) => [`/${relative(folder, file).split(sep).join('/')}`, file]));
}
