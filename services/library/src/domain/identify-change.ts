import type { RoutineChange } from '@cellwright/steps/contracts';

/** Returns the identity of the changed object: a step, an item, or the routine itself. */
export function identifyChange({ stepID, itemID }: RoutineChange): string {
  return stepID === undefined ? `item ${itemID ?? ''}` : `step ${stepID}`;
}
