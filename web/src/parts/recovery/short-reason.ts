import { toMoveAgainMark } from '@cellwright/domain/robot';

/**
 * Returns the reason of a failure without its instructions: those are shown where they can be followed, and are
 * outdated in a history.
 */
export function shortReason(reason: string): string {
  return reason.split(` ${toMoveAgainMark}`)[0] ?? reason;
}
