import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { useTranslations } from 'use-intl';
import type { BreakpointError } from '../../../shared/debugger/breakpoint-faults.ts';
import { classNames } from '../../ui/class-names.ts';
import { CompletionList } from './CompletionList.tsx';
import { type Complete, useCompletion } from './use-completion.ts';
import { useFaultText } from './use-words.ts';

/** How long somebody must rest before a text that only lacks its end is called wrong. */
const RESTS_MS = 700;
/** Box and squiggles lie over each other: both must break their lines alike. */
const TEXT =
  'mono text-code col-start-1 row-start-1 m-0 min-w-0 px-2 py-1 whitespace-pre-wrap [overflow-wrap:anywhere]';

/**
 * A text in a little language: completion at the caret, a squiggle under what is wrong and a sentence that says so.
 * One paragraph that grows; Enter submits the form around it.
 */
export function ExpressionField(props: {
  /** The accessible name. */
  label: string;
  value: string;
  onChange(value: string): void;
  error: BreakpointError | null;
  complete?: Complete;
  placeholder?: string;
  /** Explains the field while nothing is wrong. */
  note?: ReactNode;
}) {
  const { label, value, error } = props;
  const t = useTranslations('rail.breaks');
  const faultText = useFaultText();
  const box = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const [focused, setFocused] = useState(false);
  const completion = useCompletion(props.complete, box, props.onChange);
  const rested = useRested(value);
  // A text that lacks its end is not wrong yet while it is being typed.
  const shown = error && (error.from < value.trimEnd().length || rested || !focused) ? error : null;
  const { items, active } = completion;
  return (
    <div className="flex min-w-0 flex-col gap-1">
      <div className="relative">
        <div
          className={classNames(
            'grid rounded-control border-[length:var(--control-line)] bg-paper focus-within:outline-2 focus-within:outline-offset-2 focus-within:outline-ink',
            shown ? 'border-error' : 'border-control',
          )}
        >
          <Squiggle text={value} error={shown} />
          <textarea
            ref={box}
            rows={1}
            aria-label={label}
            aria-invalid={shown !== null || undefined}
            aria-describedby={`${id}-note`}
            aria-autocomplete={props.complete ? 'list' : undefined}
            aria-controls={items.length > 0 ? `${id}-list` : undefined}
            aria-activedescendant={active >= 0 ? `${id}-${active}` : undefined}
            value={value}
            placeholder={props.placeholder}
            spellCheck={false}
            autoComplete="off"
            autoCapitalize="off"
            className={classNames(
              TEXT,
              'resize-none overflow-hidden bg-transparent outline-none placeholder:text-ink-3',
            )}
            onChange={(event) => {
              const text = event.target.value.replaceAll('\n', ' ');
              props.onChange(text);
              completion.offer(text, event.target.selectionStart, false);
            }}
            onKeyDown={(event) => {
              if (completion.press(event)) event.preventDefault();
              else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
                event.preventDefault();
                completion.close();
                event.currentTarget.form?.requestSubmit();
              }
            }}
            onFocus={() => setFocused(true)}
            onBlur={() => {
              setFocused(false);
              completion.close();
            }}
          />
        </div>
        {items.length > 0 && (
          <CompletionList id={id} label={t('suggestions')} items={items} active={active} onTake={completion.take} />
        )}
      </div>
      <p
        id={`${id}-note`}
        aria-live="polite"
        className={classNames('text-label leading-[1.4] empty:hidden', shown ? 'text-error' : 'text-ink-2')}
      >
        {shown ? faultText(shown.code, shown.word) : props.note}
      </p>
    </div>
  );
}

/** The text once more, invisible, with a wavy line under the faulty part. It also gives the box its height. */
function Squiggle({ text, error }: { text: string; error: BreakpointError | null }) {
  const from = error ? Math.min(error.from, text.length) : text.length;
  const faulty = error ? text.slice(from, Math.max(error.to, from)) : '';
  return (
    <div aria-hidden className={classNames(TEXT, 'pointer-events-none text-transparent select-none')}>
      {text.slice(0, from)}
      {error && (
        <span
          data-squiggle
          className="underline decoration-error decoration-wavy decoration-[1.5px] underline-offset-2"
        >
          {faulty === '' ? '\u00a0\u00a0' : faulty}
        </span>
      )}
      {text.slice(from + faulty.length)}
      {'\u200b'}
    </div>
  );
}

/** True once the text has not changed for a while. */
function useRested(text: string): boolean {
  const [rested, setRested] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setRested(text), RESTS_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return rested === text;
}
