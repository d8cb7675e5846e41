import { isLoopback } from './middleware/host-check.ts';
import { StartRefused } from './start-refused.ts';

export interface ServerSettings {
  host: string;
  /** 0 takes any free port. */
  port: number;
  dataFolder: string;
  /** Null: no token needed. */
  token: string | null;
  allowedHosts: string[];
}

export const DEFAULT_PORT = 4747;

/**
 * Reads what the environment says about this server.
 * @throws StartRefused with a sentence for each setting that cannot be used
 */
export function readSettings(env: NodeJS.ProcessEnv): ServerSettings {
  if (env['DATABASE_URL']) {
    throw new StartRefused(
      'DATABASE_URL is set, but this version of Loupe keeps its sessions in a local file only. ' +
        'Unset DATABASE_URL; LOUPE_DATA_DIR says where the file goes.',
    );
  }
  const host = env['HOST']?.trim() || '127.0.0.1';
  const token = env['LOUPE_TOKEN']?.trim() || null;
  if (token === null && !isLoopback(host)) {
    throw new StartRefused(
      `HOST=${host} would let other machines in. Set LOUPE_TOKEN to a long secret and start again, ` +
        'or leave HOST out to listen on this machine only.',
    );
  }
  return {
    host,
    port: readPort(env['PORT']),
    dataFolder: env['LOUPE_DATA_DIR']?.trim() || '.loupe',
    token,
    allowedHosts: list(env['LOUPE_ALLOWED_HOSTS']),
  };
}

/** @throws StartRefused */
export function readPort(text: string | undefined): number {
  if (text === undefined || text.trim() === '') return DEFAULT_PORT;
  const port = Number(text);
  if (/^\d+$/.test(text.trim()) && port <= 65_535) return port;
  throw new StartRefused(`The port must be a whole number from 0 to 65535, not ${JSON.stringify(text)}.`);
}

function list(text: string | undefined): string[] {
  return (text ?? '')
    .split(',')
    .map((entry) => entry.trim())
    .filter((entry) => entry !== '');
}
