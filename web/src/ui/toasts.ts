import { toast } from 'sonner';

/** Toasts close by themselves after this time, ms, unless they show progress. */
export const toastDurationMS = 6000;

const errorListeners = new Set<(text: string) => void>();

/** Hears every error that is shown; returns how to stop. */
export function hearShownErrors(listener: (text: string) => void): () => void {
  errorListeners.add(listener);
  return () => errorListeners.delete(listener);
}

export function showError(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  toast.error(text, { duration: toastDurationMS });
  for (const listener of errorListeners) listener(text);
}

export function showNote(text: string): void {
  toast(text, { duration: toastDurationMS });
}

/** A short hint over everything, where the eyes are. One at a time. */
export function showHint(text: string): void {
  toast(text, { id: 'hint', position: 'top-center', duration: toastDurationMS });
}

/** Stays until it is ended with what came of it. */
export function showProgress(text: string): { end(result: string): void } {
  const id = toast.loading(text, { duration: Number.POSITIVE_INFINITY });
  return { end: (result) => void toast.success(result, { id, duration: toastDurationMS }) };
}

/** Says what was done, and offers to take it back. */
export function showUndo(text: string, label: string, onUndo: () => void): void {
  toast(text, { duration: toastDurationMS, action: { label, onClick: onUndo } });
}
