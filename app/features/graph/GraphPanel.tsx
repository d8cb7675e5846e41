import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { GraphModel } from '../../../shared/view/graph-types.ts';
import { useIntent } from '../../commands/intents.ts';
import { useViewedBranch } from '../../store/hooks.ts';
import { useSelection } from '../../store/selection.ts';
import { useSession } from '../../store/session-store.ts';
import { SAMPLE_FROM, SAMPLE_WIDTH } from './CoreSample.tsx';
import { GraphFlow } from './GraphFlow.tsx';
import { resetGraph, setFocused, useGraph } from './graph-store.ts';
import { GraphTools } from './GraphTools.tsx';
import { ReadingList } from './ReadingList.tsx';
import { editorId } from './LinesEditor.tsx';
import { nodeOfSelection, pairOfSelection } from './targets.ts';
import { useGraphModel } from './use-graph-model.ts';
import type { Scroller } from './use-scroll.ts';
import './graph.css';

const LIST_WIDTH = 2000;

/** The list is loaded when somebody asks for it; the graph is what the page opens with. */
const MessageList = lazy(async () => ({ default: (await import('./MessageList.tsx')).MessageList }));

/** The loop as a graph, or as its list twin. */
export function GraphPanel() {
  const t = useTranslations('graph');
  const [element, setElement] = useState<HTMLElement | null>(null);
  const width = useWidth(element);
  const list = useSelection((selection) => selection.list);
  // The list has no lanes to share the width with: its lines are as long as the widest lane allows.
  const turn = useViewedBranch()?.turn ?? 0;
  const room = turn >= SAMPLE_FROM ? width - SAMPLE_WIDTH : width;
  const model = useGraphModel(list && width > 0 ? LIST_WIDTH : room);
  const session = useSession((state) => state.sessionId);
  useEffect(() => resetGraph(session), [session]);
  return (
    <section ref={setElement} className="g-panel" aria-label={t('region')} data-search-area="graph">
      {model && <Shown model={model} list={list} />}
      {!model && <p className="g-empty">{session === null ? t('empty') : ''}</p>}
    </section>
  );
}

function Shown({ model, list }: { model: GraphModel; list: boolean }) {
  const scroller = useRef<Scroller | null>(null);
  const takeScroller = useCallback((next: Scroller | null) => {
    scroller.current = next;
  }, []);
  useSelectionInGraph(model);
  return (
    <>
      <GraphTools model={model} onFit={() => scroller.current?.fit()} />
      {list ? (
        <Suspense>
          <MessageList model={model} />
        </Suspense>
      ) : (
        <>
          <ReadingList model={model} />
          <GraphFlow model={model} onScroller={takeScroller} />
        </>
      )}
      <EditIntent model={model} />
    </>
  );
}

/** Width of an element, in whole px. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const measure = (): void => setWidth(Math.floor(element.clientWidth));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

/** Keeps the lit pair and the keyboard's place with the selection, wherever it was made. */
function useSelectionInGraph(model: GraphModel): void {
  const selection = useSelection((state) => state.selection);
  useEffect(() => {
    useGraph.setState({ selectedPair: pairOfSelection(model, selection) });
    const node = nodeOfSelection(model, selection);
    const { focused } = useGraph.getState();
    if (node) {
      if (focused !== node.id) setFocused(node.id);
      return;
    }
    const known =
      focused !== null && model.segments.some(({ segment }) => segment.nodes.some((each) => each.id === focused));
    if (!known) setFocused(model.segments.at(-1)?.segment.nodes.findLast((each) => each.kind !== 'fork')?.id ?? null);
  }, [model, selection]);
}

/** The key `e` puts the caret into the editor of the selected result, or of the first one that is open. */
function EditIntent({ model }: { model: GraphModel }) {
  const calls =
    model.segments
      .at(-1)
      ?.segment.nodes.flatMap((node) => ('rows' in node ? node.rows : []))
      .filter((row) => row.kind === 'editor' || row.kind === 'answer') ?? [];
  const first = calls[0]?.control?.call;
  return first === undefined ? null : <OpenEditIntent calls={calls.map((row) => row.control?.call ?? '')} />;
}

function OpenEditIntent({ calls }: { calls: readonly string[] }) {
  useIntent('edit', () => {
    const { selection } = useSelection.getState();
    const wanted = selection?.kind === 'call' && calls.includes(selection.call) ? selection.call : calls[0];
    document.getElementById(editorId(wanted ?? ''))?.focus();
  });
  return null;
}
