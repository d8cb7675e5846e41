import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, useEffect, useMemo, useRef } from 'react';
import { useTranslations } from 'use-intl';
import { type PathRequest, pathRequests } from '../../../shared/view/compare-requests.ts';
import type { CompareSide } from '../../../shared/view/compare-steps.ts';
import { useCompare } from '../../store/compare.ts';
import { select } from '../../store/selection.ts';
import { viewBranch } from '../../store/session-actions.ts';
import { useSession } from '../../store/session-store.ts';
import { classNames } from '../../ui/class-names.ts';
import { IconButton } from '../../ui/IconButton.tsx';
import { ModeSwitch } from './ModeSwitch.tsx';
import { RequestDetail } from './RequestDetail.tsx';
import { SidePicker } from './SidePicker.tsx';
import { useSide } from './use-sides.ts';
import { useNumbers } from './use-words.tsx';

const ROW_PX = 44;

/** The requests of one branch, each against the one before it: what was sent anew. */
export function RequestsView() {
  const t = useTranslations('compare.requests');
  const words = useTranslations('compare');
  const { right, left, request } = useCompare();
  const ref = right ?? left;
  const shown = useSide(ref);
  const { side } = shown;
  const requests = useMemo(() => (side ? pathRequests(side) : []), [side]);
  const at = requests.findIndex((each) => each.number === request);
  const chosen = at < 0 ? requests.length - 1 : at;
  const go = (index: number): void => {
    const next = requests[index];
    if (next) choose(next, side, shown.here);
  };
  const current = requests[chosen];
  return (
    <>
      <div className="flex shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-hairline px-3 py-1.5">
        <ModeSwitch />
        <SidePicker
          label={t('of')}
          value={ref}
          onChange={(next) =>
            useCompare.setState(right ? { right: next, request: null } : { left: next, request: null })
          }
        />
        <span className="ml-auto flex items-center">
          <IconButton
            small
            label={t('prev')}
            icon={<ChevronLeft size={16} aria-hidden />}
            disabledReason={chosen > 0 ? null : t('first')}
            onClick={() => go(chosen - 1)}
          />
          <IconButton
            small
            label={t('next')}
            icon={<ChevronRight size={16} aria-hidden />}
            disabledReason={chosen < requests.length - 1 ? null : t('last')}
            onClick={() => go(chosen + 1)}
          />
        </span>
      </div>
      {!side && <p className="p-4 text-ink-2">{shown.problem ?? words('reading')}</p>}
      {side && !current && <p className="p-4 text-ink-2">{t('none')}</p>}
      {side && current && (
        <div className="flex min-h-0 flex-1">
          <RequestList requests={requests} chosen={chosen} onChoose={go} />
          <RequestDetail key={current.number} side={side} before={requests[chosen - 1] ?? null} request={current} />
        </div>
      )}
    </>
  );
}

/** Shows a request here, and in the inspector where the session is the open one. */
function choose(request: PathRequest, side: CompareSide | null, here: boolean): void {
  useCompare.setState({ request: request.number });
  if (!here || !side) return;
  const ofBranch = request.kind === 'open' || request.kind === 'next';
  if (ofBranch && useSession.getState().branch !== side.branch.id) viewBranch(side.branch.id);
  select(request.id === null ? { kind: 'next' } : { kind: 'attempt', request: request.id });
}

function RequestList(props: { requests: readonly PathRequest[]; chosen: number; onChoose(index: number): void }) {
  const t = useTranslations('compare.requests');
  const { requests, chosen, onChoose } = props;
  const box = useRef<HTMLDivElement>(null);
  // oxlint-disable-next-line react/incompatible-library -- the virtualizer is meant to be read while drawing
  const list = useVirtualizer({
    count: requests.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 10,
  });
  useEffect(() => list.scrollToIndex(chosen), [chosen, list]);
  const keys = (event: KeyboardEvent): void => {
    const target = { ArrowUp: chosen - 1, ArrowDown: chosen + 1, Home: 0, End: requests.length - 1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    onChoose(target);
  };
  return (
    <div
      ref={box}
      role="listbox"
      tabIndex={0}
      aria-label={t('label')}
      aria-activedescendant={`request-${chosen}`}
      onKeyDown={keys}
      className="ring-inside w-64 shrink-0 overflow-y-auto border-r border-strong bg-paper"
    >
      <div role="presentation" className="relative" style={{ height: list.getTotalSize() }}>
        {list.getVirtualItems().map((row) => {
          const request = requests[row.index];
          return (
            request && (
              <Row
                key={row.key}
                request={request}
                index={row.index}
                count={requests.length}
                top={row.start}
                chosen={row.index === chosen}
                onChoose={onChoose}
              />
            )
          );
        })}
      </div>
    </div>
  );
}

function Row(props: {
  request: PathRequest;
  index: number;
  count: number;
  top: number;
  chosen: boolean;
  onChoose(index: number): void;
}) {
  const t = useTranslations('compare.requests');
  const { count } = useNumbers();
  const { request, index, chosen } = props;
  const { figures, turn } = request;
  const again = request.try > 1;
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the list around it has the keys
    <div
      id={`request-${index}`}
      role="option"
      tabIndex={-1}
      aria-selected={chosen}
      aria-setsize={props.count}
      aria-posinset={index + 1}
      onClick={() => props.onChoose(index)}
      style={{ transform: `translateY(${props.top}px)`, height: ROW_PX }}
      className={classNames(
        'absolute inset-x-0 top-0 flex cursor-default items-center gap-3 border-b border-hairline px-3',
        chosen ? 'border-l-[3px] border-l-ink bg-sunk pl-2.25' : 'hover:bg-sunk',
      )}
    >
      <span className="w-7 shrink-0 text-title font-medium tabular">{request.number}</span>
      <span className="min-w-0 flex-1">
        <span className={classNames('block truncate', chosen && 'font-semibold')}>
          {again ? t('try', { turn, try: request.try }) : t('turn', { turn })}
        </span>
        <span className="block truncate text-label text-ink-2">{t(`kind.${request.kind}`)}</span>
      </span>
      {figures.input > 0 && <span className="mono shrink-0 text-path text-ink-2 tabular">{count(figures.input)}</span>}
    </div>
  );
}
