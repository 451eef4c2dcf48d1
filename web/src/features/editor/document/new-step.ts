import { createId } from '@cellwright/domain/basics';
import type { Routine, StepKind } from '@cellwright/domain/routine';
import { configureStep, findStepContract } from '@cellwright/steps/contracts';
import { childrenOf, findEntry } from '../../../parts/step-index.ts';
import type { Place, StepFragment } from './edit-steps.ts';
import { mayNest } from './nesting.ts';

/** Returns a new step with the content that its contract defines; default arguments are not stored. */
export function newStep(stepKind: StepKind): StepFragment {
  const id = createId('step');
  const { args, child } = findStepContract(stepKind)?.newStep ?? {};
  const inside = child && newStep(child);
  return {
    steps: [{ id, stepKind, isDisabled: false, ...(takesSteps(stepKind) && { steps: [...(inside?.steps ?? [])] }) }],
    stepConfigurations: { [id]: configureStep(stepKind, { ...args }), ...inside?.stepConfigurations },
  };
}

/** Returns a new step, if necessary inside a new step of a kind that is allowed there: a waypoint inside a move. */
export function newStepFor(routine: Routine, stepKind: StepKind, { parentID }: Place): StepFragment | undefined {
  if (mayNest(routine, stepKind, parentID)) return newStep(stepKind);
  const wrapper = findStepContract(stepKind)?.insideOnly?.find(
    (kind) => findStepContract(kind)?.newStep?.child === stepKind && mayNest(routine, kind, parentID),
  );
  return wrapper && newStep(wrapper);
}

/**
 * Returns the place for a new step beside `selectedID`: inside it if it is empty and accepts the kind, else after it.
 */
export function placeBeside(routine: Routine, stepKind: string, selectedID: string | undefined): Place {
  const end: Place = { parentID: undefined, index: routine.steps.length };
  const entry = selectedID === undefined ? undefined : findEntry(routine, selectedID);
  const isEmptyTaker = entry && (entry.step.steps?.length ?? 0) === 0 && mayNest(routine, stepKind, entry.step.id);
  if (isEmptyTaker) return { parentID: entry.step.id, index: 0 };
  for (let at = entry; at; at = at.parent) {
    const parentID = at.parent?.step.id;
    if (mayNest(routine, stepKind, parentID)) return { parentID, index: at.index + 1 };
  }
  if (entry) return { parentID: entry.parent?.step.id, index: entry.index + 1 };
  const loop = routine.mainLoopStepID;
  if (loop !== undefined && mayNest(routine, stepKind, loop)) {
    return { parentID: loop, index: childrenOf(routine, loop).length };
  }
  return end;
}

function takesSteps(stepKind: StepKind): boolean {
  return findStepContract(stepKind)?.children.policy !== 'forbidden';
}
