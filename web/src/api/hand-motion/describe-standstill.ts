import type { TFunction } from 'i18next';
import '../../i18n/hand-motion.ts';
import { translateMessage } from '../../i18n/cell-words.ts';
import { describeReason } from '../../parts/recovery/describe-reason.ts';
import type { HandMotionBlock } from './blocked.ts';

/** Describes why the arm does not move by hand: the reason that the cell gave for a held button, or what blocks it. */
export function describeStandstill(
  t: TFunction,
  heldBy: string | undefined,
  block: HandMotionBlock | undefined,
): string | undefined {
  return heldBy === undefined ? block && describeBlock(t, block) : translateMessage(heldBy);
}

/** Describes why manual motion is blocked and what to do about it. */
function describeBlock(t: TFunction, block: HandMotionBlock): string {
  switch (block.why) {
    case 'heldByOther':
      return t('move.heldByOther', { name: block.name });
    case 'failed':
      return t('move.failed', { reason: describeReason(block.failure) });
    default:
      return t(`move.${block.why}`);
  }
}
