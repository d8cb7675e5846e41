import { create } from 'zustand';

export interface Toast {
  id: number;
  /** `alert` interrupts a screen reader (refusals, failures); `log` waits for a pause. */
  role: 'log' | 'alert';
  text: string;
  /** What else is known, in smaller type: the other tab's steps, the API's words. */
  detail?: string;
  action?: { label: string; run: () => void };
}

export const useToasts = create<{ toasts: readonly Toast[] }>()(() => ({ toasts: [] }));

const MOST = 4;
const SHOWN_MS = 7000;
let nextId = 1;

/** Shows a message for seven seconds (with an action: until it is used, closed or pushed out by newer ones). */
export function showToast(toast: Omit<Toast, 'id'>): number {
  const id = nextId++;
  useToasts.setState(({ toasts }) => ({ toasts: [...toasts, { ...toast, id }].slice(-MOST) }));
  setTimeout(() => dismissToast(id), toast.action ? SHOWN_MS * 2 : SHOWN_MS);
  return id;
}

export function dismissToast(id: number): void {
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }));
}
