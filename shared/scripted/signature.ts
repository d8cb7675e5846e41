import { isRecord } from '../messages/blocks.ts';
import { canonicalJson, hashHex } from '../messages/canonical-json.ts';
import { profileOf } from '../messages/profiles.ts';
import type { ContentBlock, RequestBody } from '../messages/types.ts';
import { safeBlocks, safeMessages, safeText } from './odd-bodies.ts';

/**
 * Signatures of scripted thinking: `sig_` and hashes of the model, of the thinking text and, on models that bind
 * thinking to its conversation, of everything before the block. So a request alone shows whether a thinking block came
 * back unchanged and in its place. No cryptography: the point is to notice honest mistakes, as the API would.
 *
 * What counts as "before" follows platform.claude.com/docs/en/build-with-claude/preserved-thinking/prefix-checks:
 * `system`, the set of `tools`, every earlier message (behind the newest compaction, if there is one), and the chain
 * of thinking blocks, from whose beginning blocks may be removed, but not from its middle.
 */
export interface Prefix {
  readonly system: string;
  readonly tools: string;
  readonly messages: string;
  /** The thinking block before; null at the beginning of the chain. */
  readonly thinking: string | null;
}

export type SignatureVerdict =
  | { kind: 'ok' }
  /** Not made by us: a literal signature in a script, or a real one. Accepted as given. */
  | { kind: 'literal' }
  /** Another model wrote the block. The API drops such a block in silence, or reads it if that model is a kin. */
  | { kind: 'other-model' }
  /** The thinking text or its signature was changed. */
  | { kind: 'changed' }
  /** The block is bound to a different conversation; `what` differs first. */
  | { kind: 'prefix'; what: 'system' | 'tools' | 'messages' | 'thinking' };

const MARK = 'sig_';
const SHORT = 8;
const LONG = 14;
const NO_THINKING = '0'.repeat(SHORT);

/** Whether a model's thinking is bound to its prefix, from its profile. */
export function isPrefixBound(model: string): boolean {
  return profileOf(model).boundThinking;
}

/** The prefix of a first block in a first message. */
export function startPrefix(body: Pick<RequestBody, 'system' | 'tools'>): Prefix {
  const system = safeBlocks(body.system).map((block) => canonicalJson(normal(block)));
  const tools = (Array.isArray(body.tools) ? body.tools.filter(isRecord) : []).map((tool) =>
    canonicalJson(withoutCacheMark(tool)),
  );
  return {
    system: short(system.join('\n')),
    tools: short(tools.toSorted().join('\n')),
    messages: hashHex(''),
    thinking: null,
  };
}

/** The prefix behind one more block. */
export function extendPrefix(prefix: Prefix, role: string, block: ContentBlock): Prefix {
  if (block.type === 'thinking' || block.type === 'redacted_thinking') return { ...prefix, thinking: link(block) };
  const text = `${role}\n${canonicalJson(normal(block))}`;
  if (block.type === 'compaction' && block.content != null) {
    return { ...prefix, messages: hashHex(text), thinking: null };
  }
  return { ...prefix, messages: hashHex(`${prefix.messages}\n${text}`) };
}

/** The prefix behind all messages of a request: that of the first block of its answer. */
export function prefixOf(body: Pick<RequestBody, 'system' | 'tools' | 'messages'>): Prefix {
  let prefix = startPrefix(body);
  for (const message of safeMessages(body)) {
    for (const block of safeBlocks(message.content)) prefix = extendPrefix(prefix, message.role, block);
  }
  return prefix;
}

/** Signature of a thinking text; `prefix` null on models that do not bind. */
export function signThinking(model: string, thinking: string, prefix: Prefix | null): string {
  const own = short(model) + hashHex(`${model}\n${thinking}`);
  if (!prefix) return MARK + own;
  return MARK + own + prefix.system + prefix.tools + prefix.messages + (prefix.thinking ?? NO_THINKING);
}

/**
 * Checks one thinking block of a request.
 *
 * @param model the model that the request goes to
 * @param prefix what stands before the block in this request
 * @param bound whether this model checks the prefix
 */
export function checkSignature(block: ContentBlock, model: string, prefix: Prefix, bound: boolean): SignatureVerdict {
  const hashes = readHashes(block.signature);
  if (hashes === null) return { kind: 'literal' };
  const [signer, own, system, tools, messages, before] = hashes;
  if (signer !== short(model)) return { kind: 'other-model' };
  if (own !== hashHex(`${model}\n${safeText(block.thinking)}`)) return { kind: 'changed' };
  if (!bound || system === '') return { kind: 'ok' };
  if (system !== prefix.system) return { kind: 'prefix', what: 'system' };
  if (tools !== prefix.tools) return { kind: 'prefix', what: 'tools' };
  if (messages !== prefix.messages) return { kind: 'prefix', what: 'messages' };
  if (prefix.thinking !== null && prefix.thinking !== before) return { kind: 'prefix', what: 'thinking' };
  return { kind: 'ok' };
}

export interface ThinkingFinding {
  /** Path in the request, `messages.1.content.0`. */
  path: string;
  verdict: SignatureVerdict;
}

/** Checks every thinking block of a request in one walk; the good and the literal ones are left out. */
export function checkThinking(
  body: Pick<RequestBody, 'model' | 'system' | 'tools' | 'messages'>,
  bound = isPrefixBound(body.model),
): ThinkingFinding[] {
  const findings: ThinkingFinding[] = [];
  let prefix = startPrefix(body);
  safeMessages(body).forEach((message, index) => {
    safeBlocks(message.content).forEach((block, at) => {
      if (block.type === 'thinking') {
        const verdict = checkSignature(block, body.model, prefix, bound);
        if (verdict.kind !== 'ok' && verdict.kind !== 'literal') {
          findings.push({ path: `messages.${index}.content.${at}`, verdict });
        }
      }
      prefix = extendPrefix(prefix, message.role, block);
    });
  });
  return findings;
}

function readHashes(signature: unknown): [string, string, string, string, string, string] | null {
  if (typeof signature !== 'string' || !signature.startsWith(MARK)) return null;
  const digits = signature.slice(MARK.length);
  const unbound = SHORT + LONG;
  const whole = unbound + SHORT * 3 + LONG;
  if (digits.length !== unbound && digits.length !== whole) return ['', '', '', '', '', ''];
  let at = 0;
  const take = (length: number) => digits.slice(at, (at += length));
  return [take(SHORT), take(LONG), take(SHORT), take(SHORT), take(LONG), take(SHORT)];
}

function short(text: string): string {
  return hashHex(text).slice(-SHORT);
}

/** What the next thinking block remembers of this one. */
function link(block: ContentBlock): string {
  return short(`${safeText(block.thinking)}\n${safeText(block.data)}`);
}

function withoutCacheMark({ cache_control: _mark, ...rest }: Record<string, unknown>): Record<string, unknown> {
  return rest;
}

/**
 * A block without what may change on its way back: cache marks, null fields, `is_error: false`, a direct caller, and
 * the short form of a result's text.
 */
function normal(block: ContentBlock): Record<string, unknown> {
  const { caller, is_error, content, ...rest } = withoutCacheMark(block);
  const entries = Object.entries(rest).filter(([, value]) => value !== null);
  if (is_error === true) entries.push(['is_error', true]);
  if (caller != null && !(isRecord(caller) && caller.type === 'direct')) entries.push(['caller', caller]);
  if (block.type === 'tool_result') entries.push(['content', safeBlocks(content).map(normal)]);
  else if (content != null) entries.push(['content', content]);
  return Object.fromEntries(entries);
}
