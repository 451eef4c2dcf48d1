import { loadScreen } from './load-screen.ts';
import * as plainShelf from './PlainToasts.tsx';
import type { ShownToast, ToastShelf } from './shown-toast.ts';

/**
 * Loads the styled toasts from the start, beside the first screen, which does not wait for them. If loading fails,
 * plain toasts replace them and show the waiting messages.
 */
export const toastShelf: Promise<ToastShelf> = loadScreen<ToastShelf>(() => import('./Toasts.tsx')).catch(
  () => plainShelf,
);

const show = (wanted: ShownToast) => void toastShelf.then(({ showToast }) => showToast(wanted));

const errorListeners = new Set<(text: string) => void>();

/** Calls the listener for every shown error. Returns a function that unsubscribes. */
export function onErrorShown(listener: (text: string) => void): () => void {
  errorListeners.add(listener);
  return () => errorListeners.delete(listener);
}

export function showError(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  show({ kind: 'error', text });
  for (const listener of errorListeners) listener(text);
}

export function showNote(text: string): void {
  show({ kind: 'note', text });
}

/** Shows a short hint over everything, in the line of sight; one at a time. */
export function showHint(text: string): void {
  show({ kind: 'note', text, id: 'hint', isHint: true });
}

let progressCount = 0;

/** Shows a toast that stays until it is ended with a result. */
export function showProgress(text: string): { end(result: string): void } {
  progressCount += 1;
  const id = `progress ${progressCount}`;
  show({ kind: 'progress', text, id });
  return { end: (result) => show({ kind: 'done', text: result, id }) };
}

/** Shows what was done, and offers to undo it. */
export function showUndo(text: string, label: string, onUndo: () => void): void {
  show({ kind: 'note', text, action: { label, onClick: onUndo } });
}
