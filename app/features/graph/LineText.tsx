import type { Line } from '../../../shared/view/graph-types.ts';
import { classNames } from '../../ui/class-names.ts';

/** One line of a node: spans that were measured and cut before. */
export function LineText(props: { line: Line; caret?: boolean }) {
  return (
    <>
      {props.line.map((span, index) => (
        <span
          key={index}
          className={classNames(
            `g-${span.face}`,
            span.tone && `g-tone-${span.tone}`,
            span.struck && 'g-struck',
            index > 0 && 'g-after',
          )}
        >
          {span.text}
        </span>
      ))}
      {props.caret && <span className="g-caret" aria-hidden />}
    </>
  );
}
