import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { Finding, Rule } from '../problem.ts';
import { kindOf, plural, written } from '../strings.ts';
import { apiText, canDropMessage, textBlock } from './kit.ts';

/** The most messages one request may hold (SDK, doc comment on `messages`). */
const MAX_MESSAGES = 100_000;

/** `messages` itself. */
export const messagesList: Rule = {
  id: 'messages-list',
  title: { en: 'messages is missing, empty or not a list', 'zh-CN': 'messages 缺失、为空或不是列表' },
  severity: 'error',
  stage: 'messages',
  *check({ body, messages }): Iterable<Finding> {
    const at: Path = ['messages'];
    const value = body['messages'];
    if (value === undefined) {
      yield { at, message: 'The request has no messages.', api: 'messages: Field required' };
    } else if (!Array.isArray(value)) {
      yield {
        at,
        message: `messages is ${kindOf(value)}, not a list.`,
        api: 'messages: Input should be a valid array',
      };
    } else if (messages.length === 0) {
      yield { at, message: 'There is no message to answer.', api: 'messages: at least one message is required' };
    } else if (messages.length > MAX_MESSAGES) {
      yield {
        at,
        message: `There are ${messages.length} messages; a request holds at most ${MAX_MESSAGES}.`,
        api: `messages: at most ${MAX_MESSAGES} messages are allowed`,
        assumed: true,
      };
    }
  },
};

/** Entries of `messages` that are no objects. */
export const messageObject: Rule = {
  id: 'message-not-object',
  title: { en: 'A message is not an object', 'zh-CN': '消息不是对象' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const [index, message] of context.messages.entries()) {
      if (isRecord(message)) continue;
      yield {
        at: ['messages', index],
        message: `This entry is ${kindOf(message)}, not a message with role and content.`,
        api: `messages.${index}: Input should be an object`,
        fixable: message === null && context.messages.length > 1,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** What a content value of a wrong kind can safely become: the new value, or null for "take the message out". */
function betterContent(content: unknown): { value: unknown } | null {
  if (isRecord(content) && typeof content['type'] === 'string') return { value: [content] };
  if (isRecord(content) && typeof content['text'] === 'string') return { value: [{ ...content, type: 'text' }] };
  if (typeof content === 'number' || typeof content === 'boolean') return { value: written(content) };
  return null;
}

/** `content` is neither text nor a list: null of an OpenAI chat, one block without its list, a number. */
export const contentType: Rule = {
  id: 'content-type',
  title: { en: 'Content is neither text nor a list of blocks', 'zh-CN': 'content 既不是文本也不是内容块列表' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const { raw, index, role } of context.views) {
      const content = raw['content'];
      if (typeof content === 'string' || Array.isArray(content)) continue;
      if (role === 'system' && content === undefined && isRecord(raw['output_config'])) continue;
      const at: Path = ['messages', index, 'content'];
      const missing = content === undefined;
      const droppable =
        (content === null || missing) && raw['tool_calls'] === undefined && canDropMessage(context, index);
      yield {
        at,
        message: missing
          ? 'This message has no content.'
          : `content is ${kindOf(content)}; it has to be text or a list of blocks.`,
        api: `messages.${index}.content: ${missing ? 'Field required' : 'Input should be a valid array'}`,
        fixable: droppable || betterContent(content) !== null,
      };
    }
  },
  repair: (context, findings): Edit[] =>
    findings.map(({ at }) => {
      const message = context.messages[Number(at[1])];
      const better = betterContent(isRecord(message) ? message['content'] : undefined);
      return better ? { path: at, value: better.value } : { path: at.slice(0, 2) };
    }),
};

/** Entries of a content list that are no blocks. */
export const contentItem: Rule = {
  id: 'content-item',
  title: { en: 'An entry of content is not a block', 'zh-CN': 'content 中有一项不是内容块' },
  severity: 'error',
  stage: 'messages',
  *check({ views }): Iterable<Finding> {
    for (const { raw, index } of views) {
      const content = raw['content'];
      if (!Array.isArray(content)) continue;
      for (const [position, item] of content.entries()) {
        if (isRecord(item)) continue;
        yield {
          at: ['messages', index, 'content', position],
          message: `This entry of content is ${kindOf(item)}; it has to be a block with a type.`,
          api: `messages.${index}.content.${position}: Input should be an object`,
          fixable: typeof item === 'string' || item === null,
          data: item,
        };
      }
    }
  },
  repair: (_context, findings): Edit[] =>
    findings.map(({ at, data }) => (typeof data === 'string' ? { path: at, value: textBlock(data) } : { path: at })),
};

/** The same inside a tool result. */
export const resultContentType: Rule = {
  id: 'result-content-type',
  title: { en: 'A tool result holds neither text nor blocks', 'zh-CN': '工具结果既不是文本也不是内容块' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const view of context.views) {
      for (const { type, block, at } of view.blocks) {
        if (type !== 'tool_result') continue;
        const content = block['content'];
        const ids = typeof block['tool_use_id'] === 'string' ? { ids: [block['tool_use_id']] } : {};
        if (Array.isArray(content)) {
          const wrong = content.findIndex((item) => !isRecord(item));
          if (wrong < 0) continue;
          yield {
            at: [...at, 'content', wrong],
            message: `${plural(content.length, 'entry', 'entries')} in this result, and number ${wrong + 1} is ${kindOf(content[wrong])}, not a block.`,
            api: apiText(context, [...at, 'content', wrong], 'Input should be an object'),
            ...ids,
          };
        } else if (content !== undefined && content !== null && typeof content !== 'string') {
          yield {
            at: [...at, 'content'],
            message: `The result is ${kindOf(content)}; the API takes text or a list of blocks, so data has to be written as JSON text.`,
            api: apiText(context, [...at, 'content'], 'Input should be a valid array'),
            ...ids,
          };
        }
      }
    }
  },
  repair(_context, findings): Edit[] {
    return findings.map(({ at }): Edit => {
      const list = typeof at.at(-1) === 'number';
      const path = list ? at.slice(0, -1) : at;
      const content = path.reduce<unknown>(
        (value, segment) => (value as Record<string, unknown>)[segment],
        _context.body,
      );
      if (!Array.isArray(content)) return { path, value: isBlock(content) ? [content] : written(content) };
      const value = content.map((item) => (isRecord(item) ? item : textBlock(written(item))));
      return { path, value };
    });
  },
};

function isBlock(value: unknown): boolean {
  return isRecord(value) && typeof value['type'] === 'string' && ('text' in value || 'source' in value);
}
