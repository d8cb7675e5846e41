import type { ReactNode } from 'react';

/** What is inspected: its name in the mono face, a tag, its place in the request, and one line about it. */
export function SubjectHead(props: {
  glyph?: ReactNode;
  title: ReactNode;
  tag?: ReactNode;
  /** `messages.2.content.0`, or words where there is no place. */
  path: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className="px-4 pt-3.5 pb-4">
      <div className="flex min-h-6 items-center gap-2">
        {props.glyph}
        <h2 className="mono min-w-0 truncate text-title font-semibold">{props.title}</h2>
        {props.tag}
        <span className="mono ml-auto min-w-0 truncate pl-2 text-path text-ink-2 [direction:rtl]">
          <bdi>{props.path}</bdi>
        </span>
      </div>
      {props.children && <div className="mt-1.5 flex min-h-6 items-center gap-1.5 empty:hidden">{props.children}</div>}
    </header>
  );
}
