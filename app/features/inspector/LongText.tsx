import { useEffect, useMemo, useRef } from 'react';
import { cutText } from '../../../shared/view/inspect-text.ts';
import { useRows } from './use-rows.ts';

/** A line of millions of characters freezes every browser; longer ones are shown in pieces. */
const PIECE = 2000;
const LINE_HEIGHT = 17;

/** All of a text in a scrolling box that mounts only the lines in sight. */
export function LongText(props: {
  text: string;
  label: string;
  height?: number;
  /** Unit to scroll to. */ at?: number | null;
}) {
  const scroller = useRef<HTMLDivElement>(null);
  const lines = useMemo(() => pieces(props.text), [props.text]);
  const rows = useRows(lines.length, LINE_HEIGHT, scroller);
  const { scrollTo } = rows;
  const line = useMemo(() => (props.at == null ? null : lineAt(props.text, lines, props.at)), [props, lines]);
  useEffect(() => {
    if (line !== null) scrollTo(line);
  }, [line, scrollTo]);
  return (
    <div
      ref={scroller}
      role="region"
      aria-label={props.label}
      tabIndex={0}
      className="ring-inside overflow-auto border border-hairline bg-paper"
      style={{ height: props.height ?? Math.min(360, lines.length * LINE_HEIGHT + 8) }}
    >
      <div className="relative" style={{ height: rows.total }}>
        {rows.items.map((item) => (
          <div
            key={item.index}
            ref={rows.measure}
            data-index={item.index}
            className="mono absolute inset-x-0 top-0 min-h-[17px] px-3 text-code whitespace-pre-wrap [overflow-wrap:anywhere]"
            style={{ transform: `translateY(${item.start}px)` }}
          >
            {lines[item.index]}
          </div>
        ))}
      </div>
    </div>
  );
}

/** The piece that holds a unit of the text: pieces of one line follow each other, a line break stands between lines. */
function lineAt(text: string, lines: readonly string[], at: number): number {
  let end = 0;
  for (const [index, line] of lines.entries()) {
    end += line.length;
    if (at < end || index === lines.length - 1) return index;
    if (text[end] === '\n') end += 1;
  }
  return 0;
}

function pieces(text: string): string[] {
  const lines: string[] = [];
  for (const line of text.split('\n')) {
    let rest = line;
    while (rest.length > PIECE) {
      const cut = cutText(rest, PIECE);
      lines.push(cut.text);
      rest = rest.slice(cut.text.length);
    }
    lines.push(rest);
  }
  return lines;
}
