import { randomUUID } from 'node:crypto';
import type { CreateSession } from '../../../shared/api/contract.ts';
import type { Command } from '../../../shared/debugger/command-types.ts';

/** One session of a running server, over plain HTTP as the page talks to it. */
export class LoupeApi {
  readonly session = randomUUID();
  readonly #url: string;
  #cookie = '';

  private constructor(url: string) {
    this.#url = url;
  }

  static async enter(url: string): Promise<LoupeApi> {
    const api = new LoupeApi(url);
    const reply = await fetch(`${url}/`);
    api.#cookie = reply.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ');
    return api;
  }

  async create(what: {
    messages: Extract<CreateSession, { messages: unknown }>['messages'];
    model: string;
  }): Promise<void> {
    await this.#post('/api/sessions', { id: this.session, ...what });
  }

  /** A request that goes to the address of ANTHROPIC_BASE_URL. */
  async createLive(text: string): Promise<void> {
    const messages = [{ role: 'user', content: text }];
    const request = { model: 'claude-opus-5-5', max_tokens: 1024, messages };
    await this.#post('/api/sessions', { id: this.session, request, endpoint: 'live' });
  }

  async command(command: Command): Promise<void> {
    const envelope = { ...command, id: randomUUID(), branch: 'b1', at: await this.#newestSeq() };
    await this.#post(`/api/sessions/${this.session}/commands`, envelope);
  }

  /** The events as they come, until `done` says so; rejects when the stream ends before. */
  async follow(done: (name: string, data: string) => boolean, ready: () => void): Promise<void> {
    const reply = await fetch(`${this.#url}/api/sessions/${this.session}/stream?from=1`, { headers: this.#headers() });
    const decoder = new TextDecoder();
    let text = '';
    for await (const part of reply.body ?? []) {
      text += decoder.decode(part as Uint8Array, { stream: true });
      for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
        const name = /^event: (.+)$/m.exec(text.slice(0, end))?.[1] ?? '';
        const data = /^data: (.+)$/m.exec(text.slice(0, end))?.[1] ?? '';
        text = text.slice(end + 2);
        if (name === 'caught-up') ready();
        if (done(name, data)) return;
      }
    }
    throw new Error('the stream of events ended too early');
  }

  async #newestSeq(): Promise<number> {
    const reply = await fetch(`${this.#url}/api/sessions/${this.session}/events?chunks=0`, {
      headers: this.#headers(),
    });
    return ((await reply.json()) as { seq: number }[]).at(-1)?.seq ?? 0;
  }

  async #post(path: string, body: unknown): Promise<void> {
    const headers = { ...this.#headers(), 'content-type': 'application/json' };
    const reply = await fetch(this.#url + path, { method: 'POST', headers, body: JSON.stringify(body) });
    if (!reply.ok) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
    await reply.arrayBuffer();
  }

  #headers(): Record<string, string> {
    return { cookie: this.#cookie, origin: this.#url, 'sec-fetch-site': 'same-origin' };
  }
}
