import { nextRequest } from '../../loop/next-request.ts';
import type { Exporter } from '../export-types.ts';

/** The body of the request that would leave next, ready for `POST /v1/messages`. */
export const requestExporter: Exporter = {
  id: 'request',
  ending: '.request.json',
  mediaType: 'application/json',
  shared: false,
  write: ({ state, branch }) => `${JSON.stringify(nextRequest(state, branch), null, 2)}\n`,
};
