import { type KeyboardEvent, useRef } from 'react';
import { Tooltip } from '../../ui/Tooltip.tsx';

export interface Segment<Value extends string> {
  value: Value;
  label: string;
  /** Why it cannot be chosen; it stays focusable, so that the reason can be read. */
  disabledReason?: string | null;
}

/** One of a few values side by side; a radio group with arrow keys. */
export function SegmentedControl<Value extends string>(props: {
  label: string;
  segments: readonly Segment<Value>[];
  value: Value;
  onChange(value: Value): void;
}) {
  const group = useRef<HTMLDivElement>(null);
  const move = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    const radios = [...(group.current?.querySelectorAll<HTMLElement>('[role=radio]') ?? [])];
    const at = radios.indexOf(document.activeElement as HTMLElement);
    radios[(at + step + radios.length) % radios.length]?.focus();
  };
  return (
    <div
      ref={group}
      role="radiogroup"
      tabIndex={-1}
      aria-label={props.label}
      onKeyDown={move}
      className="flex h-7 rounded-control border-[length:var(--control-line)] border-control bg-paper"
    >
      {props.segments.map((segment) => (
        <SegmentButton
          key={segment.value}
          segment={segment}
          checked={segment.value === props.value}
          onPick={() => props.onChange(segment.value)}
        />
      ))}
    </div>
  );
}

function SegmentButton(props: { segment: Segment<string>; checked: boolean; onPick(): void }) {
  const { segment, checked } = props;
  const off = Boolean(segment.disabledReason) && !checked;
  const tone = checked ? 'bg-sunk font-semibold before:bg-ink' : off ? 'text-ink-3' : 'hover:bg-sunk';
  const button = (
    <button
      type="button"
      role="radio"
      aria-checked={checked}
      aria-disabled={off || undefined}
      tabIndex={checked ? 0 : -1}
      onClick={() => !off && !checked && props.onPick()}
      className={`ring-inside relative min-w-0 flex-1 border-l border-hairline px-1 text-button before:absolute before:inset-x-0 before:-bottom-px before:h-0.5 before:content-[''] first:border-l-0 ${tone}`}
    >
      {segment.label}
    </button>
  );
  return off ? <Tooltip text={segment.disabledReason}>{button}</Tooltip> : button;
}
