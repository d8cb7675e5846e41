import { recordedResult } from '../../../shared/loop/calls.ts';
import type { Command } from '../../../shared/debugger/command-types.ts';
import type { CallResult, Injection, ResultSource } from '../../../shared/session/events.ts';
import type { OpenCall } from '../../../shared/session/state.ts';
import { defaultsOf } from '../../../shared/session/open-calls.ts';
import type { PathView } from '../../../shared/view/inspect-pairs.ts';

/** Where a result comes from, as one choice: a source, or what is injected in its place. */
export type SourceChoice = Exclude<ResultSource, 'injected'> | Injection['kind'];

/** What a choice acts on. */
export type SourceScope = 'call' | 'tool' | 'all';

export interface SourceSettings {
  source: ResultSource;
  injection: Injection | null;
}

/** The choice that settings stand for. */
export function choiceOf({ source, injection }: SourceSettings): SourceChoice {
  if (injection !== null) return injection.kind;
  return source === 'injected' ? 'error' : source;
}

/** What holds for a scope now: the call's own settings, or the rule that its tool, or the session, has. */
export function settingsIn(scope: SourceScope, view: PathView, tool: string, open: OpenCall | null): SourceSettings {
  const { record } = view.state;
  if (scope === 'call' && open !== null) return { source: open.source, injection: open.injection };
  if (scope === 'tool') return defaultsOf(record, tool);
  return defaultsOf({ ...record, sources: record.sources.filter(([name]) => name === null) }, tool);
}

/** The settings that a choice means; a delayed result is still the script's own, an error or silence replaces it. */
export function settingsOf(choice: SourceChoice, injection: Injection): SourceSettings {
  if (choice === 'delay') return { source: 'scripted', injection };
  if (choice === 'error' || choice === 'timeout') return { source: 'injected', injection };
  return { source: choice, injection: null };
}

/** What the log holds for the same call, other than what stands there now; null when it holds nothing. */
export function recordedOf(view: PathView, open: OpenCall): CallResult | null {
  const recorded = recordedResult(view.state, open)?.result ?? null;
  return recorded === open.result ? null : recorded;
}

/** The choices that a scope has here. One that is not connected is offered only where it is in use. */
export function choicesIn(
  scope: SourceScope,
  view: PathView,
  open: OpenCall | null,
  current: SourceChoice,
): SourceChoice[] {
  const finished = scope === 'call' && open?.result != null;
  const scripted = view.state.record.scenario !== null;
  const offered: Record<SourceChoice, boolean> = {
    live: false,
    scripted,
    recorded: scope !== 'call' || open === null || recordedOf(view, open) !== null,
    typed: true,
    javascript: false,
    error: true,
    // A result that is in can only be exchanged for another one: nothing is left to delay.
    delay: scripted && !finished,
    timeout: !finished,
  };
  return (Object.keys(offered) as SourceChoice[]).filter((choice) => offered[choice] || choice === current);
}

/** The commands that carry a choice out, in order. Empty when the result has to be typed in the editor. */
export function commandsFor(
  scope: SourceScope,
  view: PathView,
  tool: string,
  open: OpenCall | null,
  settings: SourceSettings,
): Command[] {
  const { source, injection } = settings;
  if (scope === 'call') return open === null ? [] : callCommands(view, open, settings);
  const rule = { source, ...(injection === null ? {} : { injection }) };
  // A rule for all tools leaves no tool with a rule of its own.
  const others = scope === 'all' ? view.state.record.sources.flatMap(([name]) => (name === null ? [] : [name])) : [];
  const clear = others.map((name): Command => ({ type: 'set-source', tool: name, source: null }));
  const waits = open !== null && open.result === null && open.state !== 'running' && open.state !== 'queued';
  const here: Command[] = waits ? [{ type: 'set-call', call: open.id, source, injection }] : [];
  return [{ type: 'set-source', tool: scope === 'tool' ? tool : null, ...rule }, ...clear, ...here];
}

/** A call that has its result gets another one; a call that has none gets another source. */
function callCommands(view: PathView, open: OpenCall, { source, injection }: SourceSettings): Command[] {
  if (open.result === null) return [{ type: 'set-call', call: open.id, source, injection }];
  const result =
    injection?.kind === 'error'
      ? { content: injection.text, is_error: true }
      : source === 'recorded'
        ? recordedOf(view, open)
        : source === 'typed'
          ? null
          : open.original;
  return result === null ? [] : [{ type: 'edit-result', call: open.id, result }];
}
