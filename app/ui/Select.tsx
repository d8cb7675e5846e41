import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { POPUP, POPUP_ITEM } from './popup-classes.ts';

export interface SelectItem<Value extends string> {
  value: Value;
  label: string;
  /** Smaller second line. */
  note?: string;
  mono?: boolean;
}

export interface SelectProps<Value extends string> {
  /** The accessible name. */
  label: string;
  items: readonly SelectItem<Value>[];
  value: Value | null;
  onChange(value: Value): void;
  /** Drawn in place of the chosen label. */
  shown?: ReactNode;
  icon?: ReactNode;
  /** `field` has an edge, `bar` looks like text with an arrow, `line` is smaller and mono. */
  look?: 'field' | 'bar' | 'line';
  /** On a narrow window the arrow goes first. */
  tight?: boolean;
  /** Only the icon is drawn; the chosen value stays readable for screen readers. */
  bare?: boolean;
  className?: string;
  disabledReason?: string | null;
}

const LOOKS = {
  field: 'h-7 border-[length:var(--control-line)] border-control bg-paper px-2 text-body',
  bar: 'h-8 px-1.5 mid:px-2 text-tab font-medium',
  line: 'h-6 px-1 -mx-1 text-body',
} as const;

/** One value out of a list; role `combobox`. */
export function Select<Value extends string>(props: SelectProps<Value>) {
  const look = props.look ?? 'bar';
  return (
    <Base.Root
      items={props.items.map(({ value, label }) => ({ value, label }))}
      value={props.value}
      onValueChange={(value) => value !== null && props.onChange(value as Value)}
      modal={false}
      readOnly={Boolean(props.disabledReason)}
    >
      <Base.Trigger
        aria-label={props.label}
        aria-disabled={props.disabledReason ? true : undefined}
        title={props.disabledReason ?? undefined}
        onKeyDown={leaveLetters}
        className={classNames(
          'inline-flex min-w-0 cursor-default items-center gap-1.5 rounded-control whitespace-nowrap transition-colors duration-(--quick) hover:bg-sunk data-popup-open:bg-sunk',
          LOOKS[look],
          props.className,
        )}
      >
        {props.icon}
        <Shown {...props} look={look} />
        {!props.bare && (
          <Base.Icon className={classNames('shrink-0', props.tight && 'hidden mid:inline')}>
            <ChevronDown size={13} strokeWidth={2} aria-hidden />
          </Base.Icon>
        )}
      </Base.Trigger>
      <Options items={props.items} />
    </Base.Root>
  );
}

function Shown<Value extends string>(props: SelectProps<Value>) {
  const chosen = props.items.find((item) => item.value === props.value);
  const mono = chosen?.mono || props.look === 'line';
  return (
    <span
      className={classNames(
        props.bare ? 'sr-only-live' : 'truncate',
        props.look === 'field' && 'flex-1 text-left',
        mono && 'mono text-code',
        props.look === 'line' && 'font-semibold',
      )}
    >
      {props.shown ?? chosen?.label ?? ''}
    </span>
  );
}

function Options<Value extends string>(props: { items: readonly SelectItem<Value>[] }) {
  return (
    <Base.Portal>
      <Base.Positioner
        alignItemWithTrigger={false}
        align="start"
        sideOffset={4}
        collisionPadding={8}
        className="z-50 outline-none"
      >
        <Base.Popup className={POPUP}>
          <Base.List className="max-h-[min(60vh,var(--available-height))] overflow-y-auto py-1">
            {props.items.map((item) => (
              <Base.Item key={item.value} value={item.value} className={POPUP_ITEM}>
                <span className="flex w-3.5 shrink-0 justify-center pt-0.5">
                  <Base.ItemIndicator>
                    <Check size={14} strokeWidth={2.25} aria-hidden />
                  </Base.ItemIndicator>
                </span>
                <span className="min-w-0">
                  <Base.ItemText className={item.mono ? 'mono text-code' : undefined}>{item.label}</Base.ItemText>
                  {item.note && <span className="block text-label text-ink-2">{item.note}</span>}
                </span>
              </Base.Item>
            ))}
          </Base.List>
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  );
}

/** Letters on a closed list belong to the page's keys (`s` steps), not to a jump among the values. */
function leaveLetters(event: KeyboardEvent & { preventBaseUIHandler?: () => void }): void {
  const closed = event.currentTarget.getAttribute('aria-expanded') !== 'true';
  if (closed && event.key.length === 1 && event.key !== ' ') event.preventBaseUIHandler?.();
}
