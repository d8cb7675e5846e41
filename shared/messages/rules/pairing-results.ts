import { canonicalJson } from '../canonical-json.ts';
import { isRecord } from '../blocks.ts';
import { BLOCKS } from '../block-table.ts';
import type { Edit } from '../edits.ts';
import { exchangesOf, idOf, isServerCall } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { BlockView, LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { isBlank, written } from '../strings.ts';
import { misplacedIds } from './block-role.ts';
import { blockPath, canDropMessage, plainText, textBlock } from './kit.ts';
import { orphansOf } from './unpaired.ts';

/** Every result belongs to a call of the turn before it, and every call has one result. */

/** Ids of the calls that the API runs itself. */
function serverIds(context: LintContext): Set<string> {
  return new Set(context.views.flatMap(({ blocks }) => blocks.filter(isServerCall).map(idOf)));
}

/** A trimmed window, a summary or a deleted message took the call away (openclaw/openclaw#52024, cline/cline#7225). */
export const toolResultOrphan: Rule = {
  id: 'tool-result-orphan',
  title: { en: 'A tool result without its call', 'zh-CN': '工具结果没有对应的调用' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    const misplaced = misplacedIds(context);
    const servers = serverIds(context);
    for (const exchange of exchangesOf(context)) {
      for (const view of orphansOf(exchange, misplaced)) {
        const id = idOf(view);
        yield {
          at: view.at,
          message:
            servers.has(id) || id.startsWith('srvtoolu_')
              ? `${id} is a call that the API runs itself; it is never answered with a tool_result.`
              : `No call with the id ${id} stands in the message before this result.`,
          api: `${blockPath(view)}: unexpected \`tool_use_id\` found in \`tool_result\` blocks: ${id}. Each \`tool_result\` block must have a corresponding \`tool_use\` block in the previous message.`,
          ids: [id],
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map(({ at }) => at.join('.')));
    const misplaced = misplacedIds(context);
    const known = { servers: serverIds(context), paired: pairedResults(context) };
    return exchangesOf(context).flatMap((exchange) => {
      const orphans = orphansOf(exchange, misplaced).filter((view) => wanted.has(view.at.join('.')));
      return orphans.length > 0 ? removeOrphans(context, exchange, orphans, known) : [];
    });
  },
};

interface Known {
  servers: ReadonlySet<string>;
  paired: ReadonlyMap<string, readonly BlockView[]>;
}

/** The results that do answer a call, by id. */
function pairedResults(context: LintContext): Map<string, BlockView[]> {
  return groupById(
    exchangesOf(context).flatMap((exchange) => {
      const called = new Set(exchange.calls.map(idOf));
      return [...exchange.leading, ...exchange.late].filter((view) => called.has(idOf(view)));
    }),
  );
}

/** Takes the results out; what they said stays in the conversation as text, behind the results that remain. */
function removeOrphans(context: LintContext, exchange: Exchange, orphans: readonly BlockView[], known: Known): Edit[] {
  const edits: Edit[] = [];
  const gone = new Set(orphans);
  for (const message of exchange.next!.messages) {
    const here = orphans.filter((view) => view.message === message.index);
    if (here.length === 0) continue;
    const kept = here.flatMap((view) => (isNeedless(view, known) ? [] : asText(view)));
    const alone = message.blocks.every((block) => gone.has(block));
    // Nothing may be left of the message only where something else can be sent without it.
    const stand = kept.length === 0 && alone && !canDropMessage(context, message.index) ? [textBlock(GONE)] : kept;
    const others = message.blocks.filter((block) => !gone.has(block));
    const firstOther = others.find((block) => block.type !== 'tool_result');
    const position = firstOther?.index ?? message.blocks.length;
    for (const view of here) edits.push({ path: view.at });
    if (stand.length > 0) edits.push({ path: ['messages', message.index, 'content', position], insert: stand });
  }
  return edits;
}

const LABEL = 'Output of an earlier tool call that is no longer part of this conversation:';
const GONE = '(The output of an earlier tool call is missing here.)';

/** Says nothing new: empty, a second copy, or an answer to a call that the API answers itself. */
function isNeedless(view: BlockView, { servers, paired }: Known): boolean {
  const id = idOf(view);
  if (servers.has(id) || id.startsWith('srvtoolu_')) return true;
  const { content } = view.block;
  if (content === undefined || content === null || (typeof content === 'string' && isBlank(content))) return true;
  if (Array.isArray(content) && content.length === 0) return true;
  return (paired.get(id) ?? []).some((other) => canonicalJson(other.block['content']) === canonicalJson(content));
}

/** The result as blocks a user message may hold: its text under a label, pictures and documents as they are. */
function asText({ block }: BlockView): unknown[] {
  const content = block['content'];
  const text = plainText(content);
  const others = Array.isArray(content)
    ? content.filter((item) => isRecord(item) && item['type'] !== 'text' && mayStandAlone(item))
    : [];
  const blocks: Record<string, unknown>[] = [
    textBlock(isBlank(text) ? LABEL : `${LABEL}\n${text}`),
    ...(others as Record<string, unknown>[]),
  ];
  const mark = block['cache_control'];
  return isRecord(mark) ? [...blocks.slice(0, -1), { ...blocks.at(-1), cache_control: mark }] : blocks;
}

function mayStandAlone(item: Record<string, unknown>): boolean {
  return BLOCKS.get(written(item['type']))?.where.includes('user') ?? false;
}

function groupById(views: readonly BlockView[]): Map<string, BlockView[]> {
  const groups = new Map<string, BlockView[]>();
  for (const view of views) {
    const group = groups.get(idOf(view));
    if (group) group.push(view);
    else groups.set(idOf(view), [view]);
  }
  return groups;
}

/** Second, third … results of one call in the message that answers it. */
function surplus(exchange: Exchange): { id: string; all: BlockView[] }[] {
  const byId = groupById([...exchange.leading, ...exchange.late]);
  const calls = groupById(exchange.calls);
  // Two calls of one id are the fault; each of them wants its result.
  return [...byId].flatMap(([id, all]) => (calls.get(id)?.length === 1 && all.length > 1 ? [{ id, all }] : []));
}

export const toolResultMultiple: Rule = {
  id: 'tool-result-multiple',
  title: { en: 'A tool call has several results', 'zh-CN': '一个工具调用有多个结果' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const { id, all } of exchangesOf(context).flatMap(surplus)) {
      for (const view of all.slice(1)) {
        yield {
          at: view.at,
          message: `The call ${id} already has a result; each call takes exactly one.`,
          api: `${blockPath(view)}: each tool_use must have a single result. Found multiple \`tool_result\` blocks with id: ${id}`,
          ids: [id],
        };
      }
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.flatMap(({ ids }) => ids ?? []));
    return exchangesOf(context)
      .flatMap(surplus)
      .filter(({ id }) => wanted.has(id))
      .flatMap(({ all }) => {
        const kept = keptResult(all);
        return all.filter((view) => view !== kept).map((view): Edit => ({ path: view.at }));
      });
  },
};

/** The real answer, not the stand-in: the first that is no error and holds something, else the first. */
function keptResult(all: readonly BlockView[]): BlockView {
  const real = all.find(({ block }) => block['is_error'] !== true && !isBlank(plainText(block['content'])));
  return real ?? all[0]!;
}
