import { type ShownToast, toastDurationMS } from './shown-toast.ts';

export interface PlainToast extends ShownToast {
  readonly id: string;
}

let toasts: readonly PlainToast[] = [];
let count = 0;
const timers = new Map<string, ReturnType<typeof setTimeout>>();
const listeners = new Set<() => void>();

function change(next: readonly PlainToast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Open toasts, oldest first; used when the styled toasts could not be loaded. */
export const plainToasts = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },

  get open(): readonly PlainToast[] {
    return toasts;
  },

  show(toast: ShownToast): void {
    count += 1;
    const id = toast.id ?? `toast ${count}`;
    plainToasts.close(id);
    change([...toasts, { ...toast, id }]);
    if (toast.kind === 'progress') return;
    const timer = setTimeout(() => plainToasts.close(id), toastDurationMS);
    timers.set(id, timer);
  },

  close(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    change(toasts.filter((each) => each.id !== id));
  },
};
