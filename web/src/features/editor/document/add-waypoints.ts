import type { Position } from '@cellwright/domain/robot';
import type { Routine } from '@cellwright/domain/routine';
import { argsOf, childrenOf, findEntry } from '../../../parts/step-index.ts';
import { insertSteps, removeSteps, setArgs } from './edit-steps.ts';
import { mayNest } from './nesting.ts';
import { newStep } from './new-step.ts';

/** True for a step whose inside is a path of waypoints. */
export function takesWaypoints(routine: Routine, stepID: string): boolean {
  return mayNest(routine, 'Waypoint', stepID) && findEntry(routine, stepID)?.step.stepKind === 'MoveArmToV2';
}

/**
 * Returns the routine with waypoints at the end of a move, one for each position, on straight lines from one to the
 * next. The arm joins the path at the first one by the quickest way. A waypoint that is not taught yet is replaced.
 */
export function addWaypoints(routine: Routine, moveID: string, positions: readonly Position[]): Routine {
  const untaught = new Set(
    childrenOf(routine, moveID)
      .filter(({ id, stepKind }) => stepKind === 'Waypoint' && isUntaught(argsOf(routine, id)))
      .map(({ id }) => id),
  );
  const added = positions.reduce((next, target, index) => {
    const fragment = newStep('Waypoint');
    const [step] = fragment.steps;
    const grown = insertSteps(next, fragment, { parentID: moveID, index: childrenOf(next, moveID).length });
    const motionKind = index === 0 ? 'joint' : 'line';
    return step ? setArgs(grown, step.id, { targetKind: 'singlePosition', target, motionKind }) : grown;
  }, routine);
  return removeSteps(added, untaught) ?? added;
}

/** True for a waypoint without any target. */
function isUntaught({ targetKind = 'singlePosition', target, positionListID }: ReturnType<typeof argsOf>): boolean {
  return targetKind === 'singlePosition' && target === undefined && positionListID === undefined;
}
