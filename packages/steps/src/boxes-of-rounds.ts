import { findStepContract } from './step-contracts.ts';

/** Boxes on pallets of which each round of a loop concerns another one. */
export interface BoxesOfRounds {
  readonly loopID: string;
  readonly boxesID: string;
}

/**
 * Returns the boxes of a step that counts them by the rounds of a loop; undefined for all other steps.
 * @param args parsed by the contract of the step kind.
 */
export function findBoxesOfRounds(stepKind: string, args: unknown): BoxesOfRounds | undefined {
  const box = findStepContract(stepKind)?.boxUse?.(args);
  if (typeof box?.boxIndex !== 'object' || box.boxIndex.kind !== 'stateVariable') return undefined;
  return { loopID: box.boxIndex.stepID, boxesID: box.boxesID };
}
