import { findStepContract } from '@cellwright/steps/contracts';

/** True for a kind that repeats the steps inside, such as a loop. */
export function playsInRounds(stepKind: string): boolean {
  return findStepContract(stepKind)?.children.played === 'inRounds';
}
