import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

const DELTAS = 40;
const BETWEEN_MS = 15;

/** A Messages API that thinks for `firstMs` before its first delta, then streams. */
export async function slowEndpoint(firstMs: number): Promise<{ url: string; close(): Promise<void> }> {
  const server: Server = createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      void answer((event) => response.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`), firstMs).then(
        () => response.end(),
      );
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const close = (): Promise<void> => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(() => resolve()));
  };
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close };
}

async function answer(send: (event: { type: string } & Record<string, unknown>) => void, firstMs: number) {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-opus-5-5', content: [] };
  const usage = { input_tokens: 12, output_tokens: 1 };
  send({ type: 'message_start', message: { ...message, stop_reason: null, stop_sequence: null, usage } });
  send({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } });
  await wait(firstMs);
  for (let at = 0; at < DELTAS; at++) {
    send({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: `word ${at} ` } });
    await wait(BETWEEN_MS);
  }
  send({ type: 'content_block_stop', index: 0 });
  send({
    type: 'message_delta',
    delta: { stop_reason: 'end_turn', stop_sequence: null },
    usage: { output_tokens: 80 },
  });
  send({ type: 'message_stop' });
}
