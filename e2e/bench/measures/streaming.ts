import Anthropic from '@anthropic-ai/sdk';
import { LoupeServer } from '../../fixtures/server.ts';
import type { Measure } from '../measure-type.ts';
import { median } from '../parts/figures.ts';
import { LoupeApi } from '../parts/loupe-api.ts';
import { slowEndpoint } from '../parts/slow-endpoint.ts';

const FIRST_DELTA_MS = 300;
const TRIES = 7;

interface Times {
  /** Until the first text is there. */
  first: number;
  /** Until the whole message is there. */
  whole: number;
}

/** The same answer, read by the SDK itself and by a page that follows a Loupe session. */
export const streaming: Measure = {
  name: 'streaming',
  async run() {
    const endpoint = await slowEndpoint(FIRST_DELTA_MS);
    const server = await LoupeServer.start({ ANTHROPIC_API_KEY: 'sk-bench', ANTHROPIC_BASE_URL: endpoint.url });
    try {
      // Each side once without counting: code and connection are warm for both.
      await direct(endpoint.url);
      await throughLoupe(server.url);
      const pairs: { direct: Times; loupe: Times }[] = [];
      for (let at = 0; at < TRIES; at++) {
        pairs.push({ direct: await direct(endpoint.url), loupe: await throughLoupe(server.url) });
      }
      const of = (part: keyof Times): number => median(pairs.map(({ direct, loupe }) => loupe[part] / direct[part]));
      const ms = (side: 'direct' | 'loupe', part: keyof Times): string =>
        `${Math.round(median(pairs.map((pair) => pair[side][part])))} ms`;
      const note = (part: keyof Times): string => `${ms('loupe', part)} against ${ms('direct', part)}`;
      return [
        {
          name: 'streaming: first delta',
          measured: of('first'),
          unit: '×',
          limit: 1.15,
          holds: 'most',
          note: note('first'),
        },
        {
          name: 'streaming: whole answer',
          measured: of('whole'),
          unit: '×',
          limit: 1.15,
          holds: 'most',
          note: note('whole'),
        },
      ];
    } finally {
      await server.stop();
      await endpoint.close();
    }
  },
};

async function direct(baseURL: string): Promise<Times> {
  const client = new Anthropic({ apiKey: 'sk-bench', baseURL, maxRetries: 0 });
  const messages = [{ role: 'user' as const, content: 'Hi' }];
  const began = performance.now();
  let first = 0;
  const stream = client.messages.stream({ model: 'claude-opus-5-5', max_tokens: 1024, messages });
  stream.once('text', () => {
    first = performance.now() - began;
  });
  await stream.finalMessage();
  return { first, whole: performance.now() - began };
}

async function throughLoupe(url: string): Promise<Times> {
  const api = await LoupeApi.enter(url);
  await api.createLive('Hi');
  let began = 0;
  let first = 0;
  const whole = api.follow(
    (name, data) => {
      if (name === 'live' && first === 0 && data.includes('text_delta')) first = performance.now() - began;
      if (name === 'event' && data.includes('"type":"request-error"')) throw new Error(data);
      return name === 'event' && data.includes('"type":"response-end"');
    },
    () => {
      began = performance.now();
      void api.command({ type: 'next', granularity: 'stop' });
    },
  );
  await whole;
  return { first, whole: performance.now() - began };
}
