import { type KeyboardEvent, type RefObject, useState } from 'react';
import type { Completion } from '../../../shared/expression/complete.ts';

export type Complete = (text: string, caret: number) => readonly Completion[];

export interface CompletionHandle {
  items: readonly Completion[];
  /** Index of the highlighted item; -1 while none is: then Enter belongs to the form. */
  active: number;
  /** Offers what fits behind a change of the text; `asked` also where nothing was typed yet. */
  offer(text: string, caret: number, asked: boolean): void;
  close(): void;
  take(item: Completion): void;
  /** Handles the list's own keys; true when the key was one of them. */
  press(event: KeyboardEvent<HTMLTextAreaElement>): boolean;
}

/** Most offers that are shown at once. */
const MOST = 12;

/**
 * The list of offers at the caret of a text box: arrows highlight, Enter and Tab take what is highlighted, Escape
 * closes, Ctrl+Space or Arrow down asks. Nothing is highlighted by itself, so that Enter stays the form's.
 */
export function useCompletion(
  complete: Complete | undefined,
  box: RefObject<HTMLTextAreaElement | null>,
  change: (text: string) => void,
): CompletionHandle {
  const [items, setItems] = useState<readonly Completion[]>([]);
  const [active, setActive] = useState(-1);
  const close = (): void => {
    setItems([]);
    setActive(-1);
  };
  const offer = (text: string, caret: number, asked: boolean): void => {
    const typed = text.slice(0, caret).at(-1) ?? '';
    const wanted = asked || (typed !== '' && typed.trim() !== '' && typed !== ')');
    setItems(wanted ? (complete?.(text, caret) ?? []).slice(0, MOST) : []);
    setActive(asked ? 0 : -1);
  };
  const take = (item: Completion): void => {
    const element = box.current;
    if (!element) return;
    change(element.value.slice(0, item.from) + item.insert + element.value.slice(item.to));
    const caret = item.from + item.insert.length;
    // The caret can only be set once the new text stands in the box.
    requestAnimationFrame(() => element.setSelectionRange(caret, caret));
    close();
  };
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): boolean => {
    const { value, selectionStart } = event.currentTarget;
    if (event.nativeEvent.isComposing) return false;
    if (items.length === 0) {
      if (!(event.key === 'ArrowDown' || (event.key === ' ' && event.ctrlKey))) return false;
      offer(value, selectionStart, true);
      return true;
    }
    const chosen = items[active];
    if (event.key === 'ArrowDown') setActive((active + 1) % items.length);
    else if (event.key === 'ArrowUp') setActive((active <= 0 ? items.length : active) - 1);
    else if (event.key === 'Escape') close();
    else if ((event.key === 'Enter' || event.key === 'Tab') && chosen && !event.shiftKey) take(chosen);
    else return false;
    return true;
  };
  return { items, active: Math.min(active, items.length - 1), offer, close, take, press };
}
