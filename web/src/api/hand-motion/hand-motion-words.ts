import type { TFunction } from 'i18next';
import '../../i18n/hand-motion.ts';
import { showError, showNote } from '../../ui/toasts.ts';

/** Shows how a manual motion ended; releasing the button shows nothing. */
export function showMotionEnd(t: TFunction, result: string, reason?: string): void {
  if (result === 'Success') showNote(t('move.arrived'));
  else if (result === 'Interrupted' && reason) showNote(t('move.interrupted'));
  else if (result !== 'Interrupted') showError(new Error(t('toast.failed', { result })));
}
