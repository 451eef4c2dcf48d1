import { toMoveAgainMark } from '@cellwright/domain/robot';
import { translateMessage } from '../../i18n/cell-words.ts';

/**
 * Returns the reason of a failure in the language of the page. Omits its instructions: those are shown where they can be
 * followed, and are outdated in a history.
 */
export function shortReason(reason: string): string {
  return translateMessage(reason.split(` ${toMoveAgainMark}`)[0] ?? reason);
}
