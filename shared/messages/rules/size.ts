import { isRecord } from '../blocks.ts';
import type { LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { written } from '../strings.ts';

/** The request as a whole: bytes, and tokens as far as they can be guessed. */

const MAX_BODY_BYTES = 32 * 1024 * 1024;
const MAX_DEPTH = 512;
/** Characters of prose per token, on the generous side, so that only a clear excess is reported. */
const CHARACTERS_PER_TOKEN = 6;

interface Volume {
  /** UTF-16 units in all strings; base64 apart. */
  text: number;
  base64: number;
}

const cache = new WeakMap<LintContext, Volume>();

function volumeOf(context: LintContext): Volume {
  const known = cache.get(context);
  if (known) return known;
  const volume = { text: 0, base64: 0 };
  const stack: { value: unknown; depth: number; data: boolean }[] = [{ value: context.body, depth: 0, data: false }];
  for (let task = stack.pop(); task; task = stack.pop()) {
    const { value, depth, data } = task;
    if (typeof value === 'string') volume[data ? 'base64' : 'text'] += value.length;
    else if (depth >= MAX_DEPTH) continue;
    else if (Array.isArray(value)) for (const item of value) stack.push({ value: item, depth: depth + 1, data: false });
    else if (isRecord(value)) {
      const encoded = value['type'] === 'base64';
      for (const [key, item] of Object.entries(value)) {
        volume.text += key.length;
        stack.push({ value: item, depth: depth + 1, data: encoded && key === 'data' });
      }
    }
  }
  cache.set(context, volume);
  return volume;
}

/** Bytes of the body as JSON; only written out when it could be too much at all. */
function bodyBytes(context: LintContext): number {
  const { text, base64 } = volumeOf(context);
  if ((text + base64) * 3 < MAX_BODY_BYTES) return 0;
  return new TextEncoder().encode(written(context.body)).length;
}

export const bodyTooLarge: Rule = {
  id: 'request-too-large',
  title: { en: 'The request is too large', 'zh-CN': '请求体过大' },
  severity: 'error',
  stage: 'body',
  *check(context): Iterable<Finding> {
    const bytes = bodyBytes(context);
    if (bytes <= MAX_BODY_BYTES) return;
    yield {
      at: [],
      message: `The body takes ${bytes} bytes; ${MAX_BODY_BYTES} (32 MB) are allowed.`,
      api: { status: 413, type: 'request_too_large', message: 'Request exceeds the maximum size' },
    };
  },
};

export const promptTooLong: Rule = {
  id: 'prompt-too-long',
  title: { en: 'The prompt is longer than the context window', 'zh-CN': '提示超出上下文窗口' },
  severity: 'warning',
  stage: 'size',
  needs: 'model',
  *check(context): Iterable<Finding> {
    const { profile } = context;
    if (!profile) return;
    const tokens = Math.floor(volumeOf(context).text / CHARACTERS_PER_TOKEN);
    if (tokens <= profile.contextWindow) return;
    yield {
      at: ['messages'],
      message: `The prompt has at least some ${tokens} tokens; ${profile.model} reads ${profile.contextWindow}.`,
      api: null,
      assumed: true,
    };
  },
};
