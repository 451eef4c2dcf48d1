import { toMoveAgainMark } from '@cellwright/domain';

/** The reason of a failure without the list of what to do: that is said where it can be done, and is past in a history. */
export function shortReason(reason: string): string {
  return reason.split(` ${toMoveAgainMark}`)[0] ?? reason;
}
