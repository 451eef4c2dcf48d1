/** What shows toasts is on its way from the start, beside the first screen: that does not wait for it. */
const shelf = import('sonner');
type Toast = Awaited<typeof shelf>['toast'];
const withToast = (show: (toast: Toast) => void) => void shelf.then(({ toast }) => show(toast));

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
  withToast((toast) => toast.error(text, { duration: toastDurationMS }));
  for (const listener of errorListeners) listener(text);
}

export function showNote(text: string): void {
  withToast((toast) => toast(text, { duration: toastDurationMS }));
}

/** A short hint over everything, where the eyes are. One at a time. */
export function showHint(text: string): void {
  withToast((toast) => toast(text, { id: 'hint', position: 'top-center', duration: toastDurationMS }));
}

let progressCount = 0;

/** Stays until it is ended with what came of it. */
export function showProgress(text: string): { end(result: string): void } {
  progressCount += 1;
  const id = `progress ${progressCount}`;
  withToast((toast) => toast.loading(text, { id, duration: Number.POSITIVE_INFINITY }));
  return { end: (result) => withToast((toast) => toast.success(result, { id, duration: toastDurationMS })) };
}

/** Says what was done, and offers to take it back. */
export function showUndo(text: string, label: string, onUndo: () => void): void {
  withToast((toast) => toast(text, { duration: toastDurationMS, action: { label, onClick: onUndo } }));
}
