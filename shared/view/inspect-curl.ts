import type { RequestBody } from '../messages/types.ts';

export interface SentTo {
  /** Without `/v1/messages`. */
  baseUrl: string;
  apiVersion: string;
  /** False for the scripted API: it takes any key and the command then needs none. */
  key: boolean;
}

/**
 * A request as a command for a POSIX shell. The body goes in by a quoted here-document, so quotes, dollars and
 * line breaks of the content need no escaping; the key is named, never written out.
 */
export function curlOf(body: RequestBody, to: SentTo): string {
  const json = JSON.stringify(body, null, 2);
  const mark = freeMark(json);
  return [
    `curl ${quote(`${to.baseUrl}/v1/messages`)} \\`,
    `  -H ${quote('content-type: application/json')} \\`,
    `  -H ${quote(`anthropic-version: ${to.apiVersion}`)} \\`,
    ...(to.key ? ['  -H "authorization: Bearer $ANTHROPIC_API_KEY" \\'] : []),
    `  ${body.stream === true ? '--no-buffer ' : ''}--data-binary @- <<'${mark}'`,
    json,
    mark,
    '',
  ].join('\n');
}

function quote(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}

/** A here-document ends at its mark, so the mark must be no line of the body. */
function freeMark(json: string): string {
  const lines = new Set(json.split('\n'));
  let mark = 'BODY';
  while (lines.has(mark)) mark += '_';
  return mark;
}
