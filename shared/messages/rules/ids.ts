import { canonicalJson } from '../canonical-json.ts';
import type { Edit } from '../edits.ts';
import { allIds, exchangesOf, freshId, idOf, isServerCall, isServerResult } from '../exchanges.ts';
import type { Exchange } from '../exchanges.ts';
import type { BlockView, LintContext } from '../lint-context.ts';
import type { Finding, Rule } from '../problem.ts';
import { kindOf, quoted } from '../strings.ts';
import { apiText, blockPath } from './kit.ts';

/** Ids of tool calls and results: there, well-formed, and unique in the whole history. */

const CALL_ID = /^[a-zA-Z0-9_-]+$/;
const SERVER_ID = /^srvtoolu_[a-zA-Z0-9_]+$/;

function keyOf(view: BlockView): 'id' | 'tool_use_id' {
  return view.type === 'tool_result' || isServerResult(view) ? 'tool_use_id' : 'id';
}

function hasId(view: BlockView): boolean {
  return typeof view.block[keyOf(view)] === 'string' && view.block[keyOf(view)] !== '';
}

function resultsOf(exchange: Exchange): BlockView[] {
  return exchange.next?.role === 'user' ? exchange.next.blocks.filter(({ type }) => type === 'tool_result') : [];
}

/** Calls and results of one exchange that lack an id and can only belong together: one open call, one open result. */
function lonelyPair(exchange: Exchange): { call: BlockView; result: BlockView } | null {
  const results = resultsOf(exchange);
  const answered = new Set(results.filter(hasId).map(idOf));
  const called = new Set(exchange.calls.map(idOf));
  const calls = exchange.turn.blocks.filter(
    (view) => view.type === 'tool_use' && !(hasId(view) && answered.has(idOf(view))),
  );
  const open = results.filter((view) => !hasId(view) || !called.has(idOf(view)));
  const [call, result] = [calls[0], open[0]];
  return calls.length === 1 && open.length === 1 && call && result ? { call, result } : null;
}

/** No id at all, an empty one, or something that is no text. */
export const toolIdMissing: Rule = {
  id: 'tool-id-missing',
  title: { en: 'A tool call or result without an id', 'zh-CN': '工具调用或结果缺少 id' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    const pairs = pairsWithoutId(context);
    for (const view of context.blocks) {
      if ((view.type !== 'tool_use' && view.type !== 'tool_result') || hasId(view)) continue;
      const key = keyOf(view);
      const value = view.block[key];
      const text =
        value === undefined
          ? 'Field required'
          : value === ''
            ? `String should match pattern '${CALL_ID.source}'`
            : 'Input should be a valid string';
      yield {
        at: [...view.at, key],
        message:
          value === undefined || value === ''
            ? `This ${view.type} has no ${key}.`
            : `${key} is ${kindOf(value)}; it has to be a string.`,
        api: apiText(context, [...view.at, key], text),
        fixable: view.type === 'tool_use' || typeof value === 'number' || pairs.has(view),
      };
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map(({ at }) => at.join('.')));
    const taken = allIds(context);
    const pairs = pairsWithoutId(context);
    const edits: Edit[] = [];
    const made = new Map<BlockView, string>();
    const views = context.blocks.filter((view) => view.type === 'tool_use' || view.type === 'tool_result');
    for (const view of views) {
      const at = [...view.at, keyOf(view)];
      if (!wanted.has(at.join('.'))) continue;
      const value = view.block[keyOf(view)];
      const partner = pairs.get(view);
      if (typeof value === 'number') edits.push({ path: at, value: `call_${value}` });
      else if (partner && hasId(partner)) edits.push({ path: at, value: idOf(partner) });
      else if (partner && made.has(partner)) edits.push({ path: at, value: made.get(partner) });
      else if (view.type === 'tool_use') {
        const id = freshId(`call_${view.message}_${view.index}`, taken);
        made.set(view, id);
        edits.push({ path: at, value: id });
      }
    }
    return edits;
  },
};

function pairsWithoutId(context: LintContext): Map<BlockView, BlockView> {
  const partners = new Map<BlockView, BlockView>();
  for (const exchange of exchangesOf(context)) {
    const pair = lonelyPair(exchange);
    if (!pair || (hasId(pair.call) && hasId(pair.result))) continue;
    partners.set(pair.call, pair.result);
    partners.set(pair.result, pair.call);
  }
  return partners;
}

function patternOf(view: BlockView): RegExp | null {
  if (view.type === 'tool_use' || view.type === 'tool_result') return CALL_ID;
  return view.type === 'server_tool_use' ? SERVER_ID : null;
}

/** Characters outside the pattern: `functions.read:0`, ids with spaces, dots or slashes of other vendors. */
export const toolIdPattern: Rule = {
  id: 'tool-id-pattern',
  title: { en: 'A tool id with characters that are not allowed', 'zh-CN': '工具 id 含有不允许的字符' },
  severity: 'error',
  stage: 'messages',
  *check(context): Iterable<Finding> {
    for (const view of context.blocks) {
      const pattern = patternOf(view);
      const id = idOf(view);
      if (!pattern || id === '' || pattern.test(id)) continue;
      yield {
        at: [...view.at, keyOf(view)],
        message: `The id ${quoted(id)} may hold only letters, digits, "_" and "-"${pattern === SERVER_ID ? ' and begins with srvtoolu_' : ''}.`,
        api: apiText(context, [...view.at, keyOf(view)], `String should match pattern '${pattern.source}'`),
        ids: [id],
      };
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.flatMap(({ ids }) => ids ?? []));
    const taken = allIds(context);
    const renamed = new Map<string, string>();
    const edits: Edit[] = [];
    const servers = serverIds(context);
    // Both ends of a pair carry the same wrong id, so the whole conversation follows the one new name.
    for (const view of context.blocks) {
      const id = idOf(view);
      if (!wanted.has(id) || !(patternOf(view) || isServerResult(view) || isServerCall(view))) continue;
      const next = renamed.get(id) ?? freshId(cleanId(id, servers.has(id)), taken);
      renamed.set(id, next);
      edits.push({ path: [...view.at, keyOf(view)], value: next });
    }
    return edits;
  },
};

function serverIds(context: LintContext): Set<string> {
  const calls = context.views.flatMap(({ blocks }) => blocks.filter(({ type }) => type === 'server_tool_use'));
  return new Set(calls.map(idOf));
}

function cleanId(id: string, server: boolean): string {
  if (!server) return id.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  const clean = id.replaceAll(/[^a-zA-Z0-9_]/g, '_');
  return clean.startsWith('srvtoolu_') ? clean : `srvtoolu_${clean}`;
}

interface Occurrence {
  call: BlockView;
  exchange: Exchange;
  /** How many calls of this id stand before it in the same turn. */
  inTurn: number;
  repeated: boolean;
}

/** Every call, in order, with whether its id was there before. */
function occurrences(context: LintContext): Occurrence[] {
  const seen = new Set<string>();
  return exchangesOf(context).flatMap((exchange) => {
    const counts = new Map<string, number>();
    const before = new Set(exchange.calls.map(idOf).filter((id) => seen.has(id)));
    return exchange.calls.map((call) => {
      const id = idOf(call);
      const inTurn = counts.get(id) ?? 0;
      counts.set(id, inTurn + 1);
      seen.add(id);
      return { call, exchange, inTurn, repeated: inTurn > 0 || before.has(id) };
    });
  });
}

/** A converter that counts calls from zero in every turn, or a turn that was appended twice. */
export const duplicateToolUseId: Rule = {
  id: 'duplicate-tool-use-id',
  title: { en: 'A tool call id is used twice', 'zh-CN': '工具调用 id 重复' },
  severity: 'error',
  stage: 'pairing',
  *check(context): Iterable<Finding> {
    for (const { call, repeated } of occurrences(context)) {
      if (!repeated || idOf(call) === '') continue;
      yield {
        at: call.at,
        message: `The id ${quoted(idOf(call))} belongs to an earlier call already; every call of a conversation needs its own.`,
        api: `${blockPath(call)}: \`tool_use\` ids must be unique`,
        ids: [idOf(call)],
      };
    }
  },
  repair(context, findings): Edit[] {
    const wanted = new Set(findings.map(({ at }) => at.join('.')));
    const taken = allIds(context);
    return occurrences(context)
      .filter(({ call, repeated }) => repeated && wanted.has(call.at.join('.')))
      .flatMap((occurrence) => repairRepeated(occurrence, taken));
  },
};

function repairRepeated(occurrence: Occurrence, taken: Set<string>): Edit[] {
  const { call, exchange, inTurn } = occurrence;
  const id = idOf(call);
  const results = resultsOf(exchange).filter((view) => idOf(view) === id);
  if (isCopy(occurrence, results.length)) return dropCopy(occurrence);
  const fresh = freshId(id, taken);
  const own = results[inTurn];
  const edits: Edit[] = [{ path: [...call.at, 'id'], value: fresh }];
  return own ? [...edits, { path: [...own.at, 'tool_use_id'], value: fresh }] : edits;
}

/** The very same call again in one turn, with no result of its own: it was appended twice. */
function isCopy({ call, exchange, inTurn }: Occurrence, results: number): boolean {
  if (inTurn === 0 || results > inTurn) return false;
  const first = exchange.calls.find((other) => idOf(other) === idOf(call));
  return !!first && sameCall(first) === sameCall(call);
}

function sameCall({ block }: BlockView): string {
  return canonicalJson([block['name'], block['input']]);
}

/** The whole message goes if it is a copy as a whole, else the one block. */
function dropCopy({ call, exchange }: Occurrence): Edit[] {
  const message = exchange.turn.messages.find(({ index }) => index === call.message);
  const twin =
    message &&
    exchange.turn.messages.some(
      (other) => other.index < message.index && canonicalJson(other.raw) === canonicalJson(message.raw),
    );
  return [{ path: twin ? ['messages', call.message] : call.at }];
}
