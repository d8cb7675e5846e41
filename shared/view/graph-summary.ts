import { blocksOf, isServerToolUse, isText, toolResultsOf, toolUsesOf } from '../messages/blocks.ts';
import { totalInput } from '../messages/usage.ts';
import type { CallResult } from '../session/events.ts';
import type { MessageNode, SessionState } from '../session/state.ts';
import { attemptById } from '../session/tree.ts';
import { finishedCall } from './graph-index.ts';
import { oneLine, resultPreview, shortInput } from './graph-preview.ts';
import { duration, type GraphWords, say, sayCount } from './graph-words.ts';

/** A turn in one row: what went in, what the answer did, what came back. */
export interface TurnSummary {
  user: string;
  stop: string | null;
  /** Name of the first tool called; null when the answer is text. */
  tool: string | null;
  /** How many calls the answer holds. */
  times: number;
  about: string;
  aboutIsPath: boolean;
  outcome: 'ok' | 'error' | 'server' | 'none';
  result: string;
  took: string;
  inputTokens: number | null;
}

const KEPT = new WeakMap<GraphWords, WeakMap<MessageNode, TurnSummary>>();

/** The row of a turn, made from its messages when it is first looked at and kept with its answer. */
export function turnSummary(state: SessionState, nodes: readonly MessageNode[], words: GraphWords): TurnSummary {
  const answer = nodes.find((node) => node.role === 'assistant');
  if (!answer) return summarise(state, nodes, undefined, words);
  let kept = KEPT.get(words);
  if (!kept) KEPT.set(words, (kept = new WeakMap()));
  const known = kept.get(answer);
  if (known) return known;
  const summary = summarise(state, nodes, answer, words);
  kept.set(answer, summary);
  return summary;
}

function summarise(
  state: SessionState,
  nodes: readonly MessageNode[],
  answer: MessageNode | undefined,
  words: GraphWords,
): TurnSummary {
  const at = answer ? nodes.indexOf(answer) : nodes.length;
  const attempt = attemptById(state, answer?.request);
  return {
    user: userText(nodes.slice(0, at), nodes.slice(at + 1), words),
    stop: answer ? (answer.stopReason ?? null) : null,
    ...deedOf(answer),
    ...outcomeOf(state, answer, nodes.slice(at + 1), words),
    inputTokens: attempt?.message ? totalInput(attempt.message.usage) : null,
  };
}

/** What stands in the user lane: what was said, else how many results went back. */
function userText(leads: readonly MessageNode[], results: readonly MessageNode[], words: GraphWords): string {
  const last = leads.at(-1);
  if (last) {
    return (
      oneLine(
        blocksOf(last.content)
          .filter(isText)
          .map((block) => block.text)
          .join(' '),
      ) || say(words, 'empty')
    );
  }
  const count = results.reduce((sum, node) => sum + toolResultsOf(node).length, 0);
  return count > 0 ? sayCount(words, 'results', count) : '';
}

function deedOf(answer: MessageNode | undefined): Pick<TurnSummary, 'tool' | 'times' | 'about' | 'aboutIsPath'> {
  if (!answer) return { tool: null, times: 0, about: '', aboutIsPath: false };
  const blocks = blocksOf(answer.content);
  const calls = [...toolUsesOf(answer), ...blocks.filter(isServerToolUse)];
  const first = calls[0];
  if (!first) {
    const text = oneLine(
      blocks
        .filter(isText)
        .map((block) => block.text)
        .join(' '),
    );
    return { tool: null, times: 0, about: text, aboutIsPath: false };
  }
  const input = shortInput(first.input);
  return { tool: first.name, times: calls.length, about: input.text, aboutIsPath: input.isPath };
}

function outcomeOf(
  state: SessionState,
  answer: MessageNode | undefined,
  results: readonly MessageNode[],
  words: GraphWords,
): Pick<TurnSummary, 'outcome' | 'result' | 'took'> {
  const blocks = results.flatMap((node) => toolResultsOf(node));
  const uses = answer ? toolUsesOf(answer) : [];
  if (blocks.length === 0) {
    const server = answer ? blocksOf(answer.content).some(isServerToolUse) : false;
    if (server) return { outcome: 'server', result: say(words, 'server'), took: '' };
    return {
      outcome: uses.length > 0 ? 'error' : 'none',
      result: uses.length > 0 ? say(words, 'noResult') : '',
      took: '',
    };
  }
  const failed = blocks.find((block) => block.is_error === true);
  const shown = failed ?? blocks[0];
  const runs = uses.flatMap((use) => (answer ? (finishedCall(state, use.id, answer.id, results, 0) ?? []) : []));
  const preview = shown
    ? resultPreview({ content: (shown.content ?? '') as CallResult['content'], is_error: false }, words)
    : '';
  const result = blocks.length > 1 && !failed ? sayCount(words, 'results', blocks.length) : preview;
  const longest = Math.max(0, ...runs.map((run) => run.durationMs));
  return { outcome: failed ? 'error' : 'ok', result, took: longest > 0 ? duration(longest) : '' };
}
