import { isRecord } from '../blocks.ts';
import type { Edit, Path } from '../edits.ts';
import type { BlockView, LintContext, MessageView } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isBlank, written } from '../strings.ts';
import { apiText, canDropMessage, given, hasContent, isBlankText, viewAt } from './kit.ts';

/** Text blocks hold text. The model itself can write empty ones; they have to be left out when its turn goes back. */

/** Blank text blocks of the conversation; those of system messages have their own rule. */
function* blankTexts(context: LintContext): Generator<{ view: MessageView; block: BlockView; text: string }> {
  for (const view of context.views) {
    if (view.role === 'system' || view.broken) continue;
    for (const block of view.blocks) if (isBlankText(block)) yield { view, block, text: written(block.block['text']) };
  }
}

function droppable(context: LintContext, view: MessageView): boolean {
  return hasContent(view) || canDropMessage(context, view.index);
}

/** anthropics/claude-code#59812, #23352, anthropics/anthropic-sdk-python#461. */
export const emptyText: Rule = {
  id: 'empty-text',
  title: { en: 'An empty text block', 'zh-CN': '空的文本块' },
  severity: 'error',
  stage: 'shape',
  *check(context): Iterable<Finding> {
    for (const { view, block, text } of blankTexts(context)) {
      const marked = text === '' && isRecord(block.block['cache_control']);
      yield {
        at: marked ? [...block.at, 'cache_control'] : block.at,
        message:
          text === ''
            ? 'A text block must not be empty; leave it out.'
            : 'A text block must hold more than white space; leave it out.',
        api: marked
          ? `messages.${block.message}.content.${block.index}.text: cache_control cannot be set for empty text blocks`
          : `messages: text content blocks must ${text === '' ? 'be non-empty' : 'contain non-whitespace text'}`,
        fixable: droppable(context, view),
      };
    }
  },
  repair: (context, findings): Edit[] =>
    findings.map(({ at }) => {
      const view = viewAt(context, Number(at[1]));
      return { path: view?.short ? at.slice(0, 2) : at.slice(0, 4) };
    }),
};

/** Empty text inside a tool result, where something else stands beside it. */
export const emptyResultText: Rule = {
  id: 'empty-result-text',
  title: { en: 'An empty text block in a tool result', 'zh-CN': '工具结果里有空文本块' },
  severity: 'warning',
  stage: 'shape',
  along: true,
  *check(context): Iterable<Finding> {
    for (const view of context.blocks) {
      const content = view.block['content'];
      if (view.type !== 'tool_result' || !Array.isArray(content) || view.block['is_error'] === true) continue;
      for (const [index, part] of content.entries()) {
        if (!isRecord(part) || part['type'] !== 'text' || typeof part['text'] !== 'string' || !isBlank(part['text']))
          continue;
        yield {
          at: [...view.at, 'content', index],
          message: 'A text block without text; a result may have no content at all, but no empty block.',
        };
      }
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** The same in the system prompt. */
export const emptySystemText: Rule = {
  id: 'empty-system-text',
  title: { en: 'An empty text block in the system prompt', 'zh-CN': '系统提示里有空文本块' },
  severity: 'error',
  stage: 'shape',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const system = given(context.body, 'system');
    if (typeof system === 'string' && system !== '' && isBlank(system)) {
      yield {
        at: ['system'],
        message: 'The system prompt holds nothing but white space; leave it out.',
        api: 'system: text content blocks must contain non-whitespace text',
      };
    }
    if (!Array.isArray(system)) return;
    for (const [index, block] of system.entries()) {
      if (!isRecord(block) || typeof block['text'] !== 'string' || !isBlank(block['text'])) continue;
      const empty = block['text'] === '';
      const at: Path = ['system', index];
      yield {
        at,
        message: 'A text block of the system prompt holds no text; leave it out.',
        api:
          empty && isRecord(block['cache_control'])
            ? `system.${index}: cache_control cannot be set for empty text blocks`
            : `system: text content blocks must ${empty ? 'be non-empty' : 'contain non-whitespace text'}`,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at }) => ({ path: at })),
};

/** What the system prompt may be: text, or a list of text blocks. */
export const systemType: Rule = {
  id: 'system-type',
  title: { en: 'The system prompt is neither text nor text blocks', 'zh-CN': '系统提示既不是文本也不是文本块' },
  severity: 'error',
  stage: 'system',
  needs: 'body',
  *check(context): Iterable<Finding> {
    const system = given(context.body, 'system');
    if (system === undefined || typeof system === 'string') return;
    if (!Array.isArray(system)) {
      const single = isRecord(system) && typeof system['text'] === 'string';
      yield {
        at: ['system'],
        message: 'system has to be text or a list of text blocks.',
        api: 'system: Input should be a valid array',
        fixable: single,
        data: [system],
      };
      return;
    }
    for (const [index, block] of system.entries()) {
      if (isRecord(block) && block['type'] === 'text' && typeof block['text'] === 'string') continue;
      const at: Path = ['system', index];
      if (typeof block === 'string') {
        yield {
          at,
          message: 'An entry of system has to be a text block.',
          api: `system.${index}: Input should be an object`,
          data: { type: 'text', text: block },
        };
        continue;
      }
      const type = isRecord(block) ? block['type'] : undefined;
      yield {
        at: type === 'text' ? [...at, 'text'] : [...at, 'type'],
        message: 'The system prompt holds text blocks only.',
        api:
          type === 'text'
            ? apiText(context, [...at, 'text'], 'Field required')
            : `system.${index}.type: Input should be 'text'`,
        fixable: false,
      };
    }
  },
  repair: (_context, findings): Edit[] => findings.map(({ at, data }) => ({ path: at, value: data })),
};
