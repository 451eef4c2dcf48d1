import { type Routine, type Step, walkSteps } from '@cellwright/domain/routine';
import { kindOf } from '../../kinds/target-fields.ts';
import { argsOf } from '../../parts/step-index.ts';

/** Parts of a routine that the tour asks for. */
export interface TourRoutine {
  readonly id: string;
  /** True if the routine has only empty blocks. */
  readonly isEmpty: boolean;
  /** Waypoints in the order of the steps; `target` is undefined until one is chosen. */
  readonly waypoints: readonly { readonly id: string; readonly target: string | undefined }[];
  readonly grippers: readonly { readonly id: string; readonly hasDevice: boolean }[];
  /** Loop without an end; undefined if there is none. */
  readonly endlessLoopID: string | undefined;
}

/** Returns the parts of a routine that the tour asks for. Disabled steps do not count. */
export function readTourRoutine(routine: Routine): TourRoutine {
  const steps = [...walkSteps(routine.steps)].map(({ step }) => step).filter(({ isDisabled }) => !isDisabled);
  const ofKind = (kind: Step['stepKind']) =>
    steps.filter(({ stepKind }) => stepKind === kind).map(({ id }) => ({ id, args: argsOf(routine, id) }));
  return {
    id: routine.id,
    isEmpty: steps.every(({ stepKind }) => stepKind === 'Loop'),
    waypoints: ofKind('Waypoint').map(({ id, args }) => ({ id, target: readTarget(args) })),
    grippers: ofKind('ActuateGripper').map(({ id, args }) => ({ id, hasDevice: args.equipmentID !== undefined })),
    endlessLoopID: ofKind('Loop').find(({ args }) => args.times === undefined && args.condition === undefined)?.id,
  };
}

/** Returns a text that is equal for equal targets. */
function readTarget(args: Readonly<Record<string, unknown>>): string | undefined {
  const { positionListID, positionListIndex = 0, target, expression, relativeConfig } = args;
  const kind = kindOf(args);
  const chosen = {
    positionList: positionListID && [positionListID, positionListIndex],
    singlePosition: target,
    relative: relativeConfig,
    expression,
  }[kind];
  return chosen === undefined ? undefined : JSON.stringify(chosen);
}
