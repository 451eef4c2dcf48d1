import { type Expression, expressionSchema, type Routine } from '@cellwright/domain/routine';
import { findStepContract } from '@cellwright/steps/contracts';
import { findEntry } from '../../../parts/step-index.ts';

/** Choice of a position of a list by a step: by number, another one in each round of a loop, or by an expression. */
export type PlaceChoice =
  | { readonly how: 'number'; readonly index: number }
  | { readonly how: 'round' }
  | { readonly how: 'computed' };

/** Variable of a loop that counts its finished rounds: 0 in the first round, as the first position of a list. */
const finishedRounds = 'completedCount';

/** Returns the innermost loop around a step that counts its rounds. */
export function findLoopAround(routine: Routine, stepID: string): string | undefined {
  for (let at = findEntry(routine, stepID)?.parent; at; at = at.parent) {
    const contract = findStepContract(at.step.stepKind);
    if (contract?.children.played === 'inRounds' && finishedRounds in contract.variables) return at.step.id;
  }
  return undefined;
}

/** Returns the index of the next position in each round of a loop. */
export function indexOfRound(loopID: string): Expression {
  return { kind: 'stateVariable', stepID: loopID, variable: finishedRounds };
}

/** Reads how a stored index chooses a position. */
export function readPlaceChoice(index: unknown, loopID: string | undefined): PlaceChoice {
  if (typeof index === 'number') return { how: 'number', index };
  const read = expressionSchema.safeParse(index).data;
  const isRound = read?.kind === 'stateVariable' && read.stepID === loopID && read.variable === finishedRounds;
  return { how: isRound ? 'round' : 'computed' };
}
