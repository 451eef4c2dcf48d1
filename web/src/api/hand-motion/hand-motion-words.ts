import type { TFunction } from 'i18next';
import { showError, showNote } from '../../ui/toasts.ts';
import type { HandMotionBlock } from './blocked.ts';

/** Describes why manual motion is blocked and what to do about it. */
export function describeBlock(t: TFunction, block: HandMotionBlock): string {
  switch (block.why) {
    case 'heldByOther':
      return t('move.heldByOther', { name: block.name });
    case 'failed':
      return t('move.failed', { reason: block.reason });
    default:
      return t(`move.${block.why}`);
  }
}

/** Shows how a manual motion ended; releasing the button shows nothing. */
export function showMotionEnd(t: TFunction, result: string, reason?: string): void {
  if (result === 'Success') showNote(t('move.arrived'));
  else if (result === 'Interrupted' && reason) showNote(t('move.interrupted'));
  else if (result !== 'Interrupted') showError(new Error(t('toast.failed', { result })));
}
