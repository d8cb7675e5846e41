import type { Completion } from '../../../shared/expression/complete.ts';
import { classNames } from '../../ui/class-names.ts';

function reveal(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'nearest' });
}

/** What can stand at the caret. The text box keeps the focus and names the highlighted option. */
export function CompletionList(props: {
  id: string;
  label: string;
  items: readonly Completion[];
  active: number;
  onTake(item: Completion): void;
}) {
  return (
    <div
      id={`${props.id}-list`}
      role="listbox"
      aria-label={props.label}
      className="absolute inset-x-0 top-full z-20 mt-1 max-h-52 overflow-y-auto rounded-control border-[1.5px] border-ink bg-paper py-1"
    >
      {props.items.map((item, index) => (
        <div
          key={`${item.kind} ${item.label}`}
          ref={index === props.active ? reveal : undefined}
          id={`${props.id}-${index}`}
          role="option"
          aria-selected={index === props.active}
          tabIndex={-1}
          className={classNames(
            'flex min-h-6 cursor-default items-center gap-2 px-2.5 hover:bg-sunk',
            index === props.active && 'bg-sunk',
          )}
          // The focus stays in the text box.
          onPointerDown={(event) => {
            event.preventDefault();
            props.onTake(item);
          }}
        >
          <span className={classNames('mono truncate text-code', item.kind === 'word' && 'font-semibold')}>
            {item.label}
          </span>
          {item.type && <span className="mono ml-auto shrink-0 text-tag text-ink-2">{item.type}</span>}
        </div>
      ))}
    </div>
  );
}
