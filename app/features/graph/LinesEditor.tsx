import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { valueOfLine } from '../../../shared/view/graph-edit.ts';
import { classNames } from '../../ui/class-names.ts';

/** Below this height (px) the switch beside has no line of its own: the box leaves it room. */
const TWO_LINES = 45;

/** Element id of the editor for a call, so that a key can find it. */
export function editorId(call: string): string {
  return `graph-result-${call}`;
}

/**
 * A text box with line numbers. Changed lines are marked; where a line replaced another, the old value stands
 * struck out behind it. The marks lie under the text and scroll with it.
 */
export function LinesEditor(props: {
  id: string;
  label: string;
  value: string;
  height: number;
  /** Changed lines (from 0) with the line they replaced, if any. */
  changed: ReadonlyMap<number, string | null>;
  onChange(value: string): void;
  onFocus(): void;
  /** Ctrl+Enter or Cmd+Enter. */
  onApply(): void;
}) {
  const under = useRef<HTMLDivElement>(null);
  const box = useRef<HTMLTextAreaElement>(null);
  const follow = (): void => {
    if (!under.current || !box.current) return;
    under.current.style.transform = `translate(0, ${-box.current.scrollTop}px)`;
    under.current.style.setProperty('--scroll', `${-box.current.scrollLeft}px`);
  };
  useLayoutEffect(follow);
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      props.onApply();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      event.currentTarget.closest<HTMLElement>('[data-node]')?.focus();
    }
  };
  return (
    <div className={classNames('g-lines', props.height < TWO_LINES && 'g-lines-one')} style={{ height: props.height }}>
      <div className="g-under" ref={under} aria-hidden>
        {props.value.split('\n').map((line, index) => (
          <UnderLine
            key={index}
            number={index + 1}
            line={line}
            changed={props.changed.has(index)}
            old={props.changed.get(index) ?? null}
          />
        ))}
      </div>
      <textarea
        id={props.id}
        ref={box}
        className="g-textarea"
        aria-label={props.label}
        value={props.value}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        wrap="off"
        onChange={(event) => props.onChange(event.target.value)}
        onFocus={props.onFocus}
        onKeyDown={press}
        onScroll={follow}
      />
    </div>
  );
}

function UnderLine(props: { number: number; line: string; changed: boolean; old: string | null }) {
  const { number, line, changed, old } = props;
  return (
    <div className={classNames('g-under-line', changed && 'g-changed')}>
      <span className="g-number tabular">{number}</span>
      {old !== null && (
        <span className="g-old">
          <span className="g-hidden">{line} </span>
          <s>{valueOfLine(old)}</s>
        </span>
      )}
    </div>
  );
}
