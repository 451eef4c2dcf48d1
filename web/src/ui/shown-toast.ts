import type { ComponentType } from 'react';

/** Toasts close by themselves after this time, ms, unless they show progress. */
export const toastDurationMS = 6000;

export interface ShownToast {
  readonly kind: 'note' | 'error' | 'progress' | 'done';
  readonly text: string;
  /** A later toast of the same id takes its place. */
  readonly id?: string;
  /** A hint: over everything, where the eyes are. */
  readonly isHint?: boolean;
  readonly action?: { readonly label: string; onClick(): void };
}

/** What shows toasts, and where in the page it does. */
export interface ToastShelf {
  readonly default: ComponentType;
  showToast(toast: ShownToast): void;
}
