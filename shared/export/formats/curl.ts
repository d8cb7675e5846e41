import { nextRequest } from '../../loop/next-request.ts';
import { curlOf } from '../../view/inspect-curl.ts';
import type { Exporter } from '../export-types.ts';

const PUBLIC = { baseUrl: 'https://api.anthropic.com', apiVersion: '2023-06-01', key: true };

/** The next request as a command for a POSIX shell; the key is named, never written out. */
export const curlExporter: Exporter = {
  id: 'curl',
  ending: '.sh',
  mediaType: 'text/x-shellscript',
  shared: false,
  write: ({ state, branch, sentTo = PUBLIC }) => curlOf(nextRequest(state, branch), sentTo),
};
