import { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { StartRefused } from './start-refused.ts';

/** How long an answer that is under way may take once the server stops. */
const GRACE_MS = 2000;

export interface Listening {
  port: number;
  url: string;
  /** Takes no new connections and closes the open ones, at the latest after two seconds. */
  close(): Promise<void>;
}

export type Fetch = (request: Request, bindings: HttpBindings) => Response | Promise<Response>;

/**
 * Binds an address and answers with `fetch`.
 * @throws StartRefused when the port is taken or the address is not ours
 */
export async function listen(fetch: Fetch, host: string, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, bindings) => fetch(request, bindings as HttpBindings),
    // The SDK and the tests use the platform's own Request and Response.
    overrideGlobalObjects: false,
  });
  if (!(server instanceof Server)) throw new Error('the host gave no HTTP/1.1 server');
  // A slow client may take its time with a large body; the body limits bound it.
  server.requestTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(refused(error, host, port)));
    server.listen(port, host, resolve);
  });
  const bound = (server.address() as AddressInfo).port;
  return { port: bound, url: `http://${urlHost(host)}:${bound}`, close: () => close(server) };
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

/** An address to open: a wildcard is reachable as localhost. */
function urlHost(host: string): string {
  if (host === '0.0.0.0' || host === '::') return 'localhost';
  return host.includes(':') ? `[${host.replace(/^\[|\]$/g, '')}]` : host;
}

function refused(error: NodeJS.ErrnoException, host: string, port: number): StartRefused {
  const where = `http://${urlHost(host)}:${port}`;
  const because = new Map([
    [
      'EADDRINUSE',
      `${where} is taken by another program. Stop it, or set PORT to another number (PORT=0 takes any free one).`,
    ],
    ['EACCES', `${where} may not be used by this user. Set PORT to a number above 1023.`],
    ['EADDRNOTAVAIL', `${host} is no address of this machine. Set HOST to one that is, or leave it out.`],
    ['ENOTFOUND', `HOST=${host} is not known. Leave it out to listen on this machine only.`],
  ]).get(error.code ?? '');
  return new StartRefused(because ?? `${where} cannot be opened: ${error.message}.`, { cause: error });
}
