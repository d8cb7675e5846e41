import { useMemo, useState } from 'react';
import type { GraphView } from '../../../shared/view/graph.ts';
import type { OpenEditors } from '../../../shared/view/graph-draft.ts';
import type { LiveAnswer } from '../../../shared/view/graph-growing.ts';
import { NORMAL, PRESENTER } from '../../../shared/view/graph-metrics.ts';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import type { GraphWords } from '../../../shared/view/graph-words.ts';
import type { Branch } from '../../../shared/session/state.ts';
import { textOfResult } from '../../../shared/view/inspect-edit.ts';
import { nodeText } from '../../../shared/view/result-text.ts';
import { useLanguage } from '../../i18n/translator.ts';
import { draftKey, useDrafts } from '../../store/drafts.ts';
import { useProblems, useViewedBranch } from '../../store/hooks.ts';
import { useSelection } from '../../store/selection.ts';
import { useSession } from '../../store/session-store.ts';
import { useSettings } from '../../store/settings.ts';
import { GraphMaker, LiveReading } from './graph-maker.ts';
import { useGraph } from './graph-store.ts';
import { NO_RESULT } from './use-result-draft.ts';

/** The texts of the picture in the page's language. */
export function useGraphWords(): GraphWords {
  return useLanguage((state) => state.messages.graph.words);
}

/** The model of what is looked at, `width` px wide; null until a session is open. */
export function useGraphModel(width: number): GraphModel | null {
  const viewed = useSession((session) => session.viewed);
  const branch = useSession((session) => session.branch);
  const past = useSession((session) => session.cursor !== null);
  const words = useGraphWords();
  const presenter = useSettings((settings) => settings.presenter);
  const problems = useShownProblems();
  const selected = useSelection((selection) => selection.selection);
  const opened = useGraph((graph) => graph.opened);
  const live = useLiveAnswer(useViewedBranch());
  const editors = useOpenEditors();
  const [maker] = useState(() => new GraphMaker());
  return useMemo(() => {
    if (!viewed || !branch || width <= 0) return null;
    const metrics = presenter ? PRESENTER : NORMAL;
    const view: GraphView = { width, metrics, words, live, problems, editors, opened, selected, past };
    return maker.make(viewed, branch, view);
  }, [maker, viewed, branch, width, words, presenter, live, problems, editors, opened, selected, past]);
}

const NONE: ReturnType<typeof useProblems> = [];

/** Problems of the next request. A run that is done sends none until a person says something. */
function useShownProblems(): ReturnType<typeof useProblems> {
  const problems = useProblems();
  const done = useViewedBranch()?.outcome?.status === 'done';
  return done ? NONE : problems;
}

/** The answer under way on a branch, read as it grows. */
export function useLiveAnswer(branch: Branch | null): LiveAnswer | null {
  const attempt = branch?.attempt ?? null;
  const frames = useSession((session) => (attempt === null ? undefined : session.live.get(attempt.id)));
  const [reading] = useState(() => new LiveReading());
  return useMemo(() => reading.of(attempt, frames ?? []), [reading, attempt, frames]);
}

const NO_CALLS: Branch['calls'] = [];

/** The size of every result whose draft says something else than what is stored, in its node or in the inspector. */
function useOpenEditors(): OpenEditors {
  const drafts = useDrafts((state) => state.drafts);
  const session = useSession((state) => state.sessionId) ?? '';
  const branch = useSession((state) => state.branch) ?? '';
  const calls = useViewedBranch()?.calls ?? NO_CALLS;
  return useMemo(
    () =>
      new Map(
        calls.flatMap((call) => {
          const draft = drafts.get(draftKey(session, branch, { kind: 'result', call: call.id }));
          if (draft === undefined) return [];
          const result = call.result ?? NO_RESULT;
          const dirty = draft.isError !== result.is_error || draft.text !== textOfResult(result).text;
          return [[call.id, { lines: lineCount(nodeText(result, draft.text)), dirty }] as const];
        }),
      ),
    [drafts, session, branch, calls],
  );
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines < 50; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}
