import { durationText } from '@cellwright/domain/basics';
import { decimalText } from '../ui/decimal-text.ts';

/** Formats a duration like a stopwatch, in the language of the page: 8.4 s, 2:05, 1:02:05. */
export function formatDuration(seconds: number, digits = 1): string {
  return decimalText(durationText(seconds, digits));
}
