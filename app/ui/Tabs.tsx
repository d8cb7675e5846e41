import { Tabs as Base } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export interface TabItem<Value extends string> {
  value: Value;
  /** The accessible name. */
  label: string;
  /** Shown behind the label: a count. Not part of the name. */
  badge?: ReactNode;
}

/**
 * A row of tabs (40 px by default) with `after` at its right end, and the panel of the chosen tab under it.
 * `children` draws the panel; it is mounted only while chosen.
 */
export function Tabs<Value extends string>(props: {
  label: string;
  items: readonly TabItem<Value>[];
  value: Value | null;
  onChange(value: Value): void;
  after?: ReactNode;
  /** Tab row 32 px high with the mark on the upper edge; a press on the chosen tab is told too, so that it can close. */
  bar?: boolean;
  className?: string;
  panelClassName?: string;
  children(value: Value): ReactNode;
}) {
  const mark = props.bar ? 'before:top-[-1px]' : 'before:bottom-0';
  return (
    <Base.Root
      value={props.value}
      onValueChange={(value) => !props.bar && props.onChange(value as Value)}
      className={classNames('flex min-h-0 min-w-0 flex-col', props.className)}
    >
      <div
        className={classNames(
          'flex shrink-0 items-stretch bg-face',
          props.bar ? 'h-8' : 'h-10 border-b border-hairline',
        )}
      >
        <Base.List
          aria-label={props.label}
          activateOnFocus={!props.bar}
          className="flex min-w-0 items-stretch gap-6 px-4"
        >
          {props.items.map((item) => (
            <Base.Tab
              key={item.value}
              value={item.value}
              aria-label={item.label}
              onClick={() => props.bar && props.onChange(item.value)}
              className={classNames(
                'ring-inside relative flex items-center gap-2 whitespace-nowrap text-tab text-ink-2 hover:text-ink data-active:font-semibold data-active:text-ink',
                "before:absolute before:inset-x-0 before:h-0.5 before:bg-transparent before:content-[''] data-active:before:bg-ink",
                mark,
              )}
            >
              {item.label}
              {item.badge}
            </Base.Tab>
          ))}
        </Base.List>
        {props.after}
      </div>
      {props.items.map((item) => (
        <Base.Panel
          key={item.value}
          value={item.value}
          className={classNames('ring-inside min-h-0 min-w-0 flex-1', props.panelClassName)}
        >
          {props.value === item.value && props.children(item.value)}
        </Base.Panel>
      ))}
    </Base.Root>
  );
}
