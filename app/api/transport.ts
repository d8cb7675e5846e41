/**
 * Who holds the sessions: a server, or this page itself, which came as plain files (`simulated transport`). The built
 * page says `files` of itself; Loupe's server says `server` when it hands the page out, and `npm run dev` says nothing.
 */
export type Holder = 'server' | 'page';

let known: Holder | null = null;

export function holder(): Holder {
  // A test of the stores alone has no document.
  const told = globalThis.document?.querySelector<HTMLMetaElement>('meta[name="loupe-host"]')?.content;
  known ??= told === 'files' ? 'page' : 'server';
  return known;
}
