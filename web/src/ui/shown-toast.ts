import type { ComponentType } from 'react';

/** Time after which toasts close by themselves, ms, unless they show progress. */
export const toastDurationMS = 6000;

export interface ShownToast {
  readonly kind: 'note' | 'error' | 'progress' | 'done';
  readonly text: string;
  /** A later toast with the same id replaces this one. */
  readonly id?: string;
  /** True for a hint: shown over everything, in the line of sight. */
  readonly isHint?: boolean;
  readonly action?: { readonly label: string; onClick(): void };
}

/** Shows toasts in the page. */
export interface ToastShelf {
  readonly default: ComponentType;
  showToast(toast: ShownToast): void;
}
