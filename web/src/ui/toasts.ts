import { loadScreen } from './load-screen.ts';
import * as plainShelf from './PlainToasts.tsx';
import type { ShownToast, ToastShelf } from './shown-toast.ts';

/**
 * What shows toasts is on its way from the start, beside the first screen: that does not wait for it. Where it cannot
 * be loaded, plain toasts take its place, with those that waited for it.
 */
export const toastShelf: Promise<ToastShelf> = loadScreen<ToastShelf>(() => import('./Toasts.tsx')).catch(
  () => plainShelf,
);

const show = (wanted: ShownToast) => void toastShelf.then(({ showToast }) => showToast(wanted));

const errorListeners = new Set<(text: string) => void>();

/** Hears every error that is shown; returns how to stop. */
export function hearShownErrors(listener: (text: string) => void): () => void {
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

/** A short hint over everything, where the eyes are. One at a time. */
export function showHint(text: string): void {
  show({ kind: 'note', text, id: 'hint', isHint: true });
}

let progressCount = 0;

/** Stays until it is ended with what came of it. */
export function showProgress(text: string): { end(result: string): void } {
  progressCount += 1;
  const id = `progress ${progressCount}`;
  show({ kind: 'progress', text, id });
  return { end: (result) => show({ kind: 'done', text: result, id }) };
}

/** Says what was done, and offers to take it back. */
export function showUndo(text: string, label: string, onUndo: () => void): void {
  show({ kind: 'note', text, action: { label, onClick: onUndo } });
}
