import type { IOLevels } from '@cellwright/domain/robot';
import type { Tone } from '../../../ui/StatusChip.tsx';

export interface PairLook {
  readonly word: 'bothClosed' | 'bothOpen' | 'differ' | 'notKnown';
  readonly tone: Tone;
}

/** Describes the two channels of a safety input. Low is open, as with a broken wire. */
export function describePair([one, other]: readonly [string, string], io: IOLevels | undefined): PairLook {
  const [first, second] = [io?.[one], io?.[other]];
  if (first === undefined || second === undefined) return { word: 'notKnown', tone: 'neutral' };
  if (first !== second) return { word: 'differ', tone: 'danger' };
  return first === 'low' ? { word: 'bothOpen', tone: 'caution' } : { word: 'bothClosed', tone: 'neutral' };
}
