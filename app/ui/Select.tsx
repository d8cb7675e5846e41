import { Select as Base } from '@base-ui/react/select';
import { Check, ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import { POPUP, POPUP_ITEM } from './popup-classes.ts';

export interface SelectItem<Value extends string> {
  value: Value;
  label: string;
  /** Smaller second line. */
  note?: string;
  mono?: boolean;
}

/** One value out of a list; role `combobox`. `label` is the accessible name, `shown` replaces the chosen label. */
export function Select<Value extends string>(props: {
  label: string;
  items: readonly SelectItem<Value>[];
  value: Value | null;
  onChange(value: Value): void;
  shown?: ReactNode;
  icon?: ReactNode;
  /** `field` has an edge, `quiet` looks like text with an arrow. */
  look?: 'field' | 'quiet';
  className?: string;
  disabledReason?: string | null;
}) {
  const chosen = props.items.find((item) => item.value === props.value);
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
        title={props.disabledReason ?? undefined}
        className={classNames(
          'inline-flex min-w-0 shrink-0 cursor-default items-center gap-1.5 rounded-control whitespace-nowrap transition-colors duration-(--quick) hover:bg-sunk data-popup-open:bg-sunk',
          props.look === 'field'
            ? 'h-7 border-[length:var(--control-line)] border-control bg-paper px-2 text-body'
            : 'h-8 px-2 text-tab font-medium',
          props.className,
        )}
      >
        {props.icon}
        <span
          className={classNames(
            'truncate',
            props.look === 'field' && 'flex-1 text-left',
            chosen?.mono && 'mono text-code',
          )}
        >
          {props.shown ?? chosen?.label ?? ''}
        </span>
        <Base.Icon>
          <ChevronDown size={13} strokeWidth={2} aria-hidden />
        </Base.Icon>
      </Base.Trigger>
      <Base.Portal>
        <Base.Positioner
          alignItemWithTrigger={false}
          sideOffset={4}
          align="start"
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
    </Base.Root>
  );
}
