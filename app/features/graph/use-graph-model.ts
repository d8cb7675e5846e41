import { useMemo, useState } from 'react';
import type { GraphView } from '../../../shared/view/graph.ts';
import type { OpenEditors } from '../../../shared/view/graph-draft.ts';
import { editableResult } from '../../../shared/view/graph-edit.ts';
import type { LiveAnswer } from '../../../shared/view/graph-growing.ts';
import { NORMAL, PRESENTER } from '../../../shared/view/graph-metrics.ts';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import type { GraphWords } from '../../../shared/view/graph-words.ts';
import type { Branch } from '../../../shared/session/state.ts';
import { useLanguage } from '../../i18n/translator.ts';
import { useProblems, useViewedBranch } from '../../store/hooks.ts';
import { useSelection } from '../../store/selection.ts';
import { useSession } from '../../store/session-store.ts';
import { useSettings } from '../../store/settings.ts';
import { GraphMaker, LiveReading } from './graph-maker.ts';
import { type ResultDraft, useGraph } from './graph-store.ts';

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

/** The size of every editor that holds something else than what is stored. */
function useOpenEditors(): OpenEditors {
  const drafts = useGraph((graph) => graph.drafts);
  return useMemo(
    () => new Map([...drafts].map(([call, draft]) => [call, { lines: lineCount(draft.text), dirty: isDirty(draft) }])),
    [drafts],
  );
}

function lineCount(text: string): number {
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0 && lines < 50; at = text.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

/** The draft says something else than the result it began from. */
export function isDirty(draft: ResultDraft): boolean {
  return draft.isError !== draft.base.is_error || draft.text !== editableResult(draft.base).text;
}
