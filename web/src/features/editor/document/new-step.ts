import { createId, type Routine, type StepKind } from '@cellwright/domain';
import { configureStep, findStepContract } from '@cellwright/steps/contracts';
import { childrenOf, findEntry } from '../../../ui/step-index.ts';
import type { Place, StepFragment } from './edit-steps.ts';
import { mayNest } from './nesting.ts';

/** What is put into a new step so that it means something at once. */
const firstChildren: Partial<Record<StepKind, StepKind>> = { MoveArmToV2: 'Waypoint' };
const firstArgs: Partial<Record<StepKind, Readonly<Record<string, unknown>>>> = { Wait: { milliseconds: 1000 } };

/** A new step of a kind, with its contract's defaults left to the contract. */
export function newStep(stepKind: StepKind): StepFragment {
  const id = createId('step');
  const childKind = firstChildren[stepKind];
  const inside = childKind && newStep(childKind);
  return {
    steps: [{ id, stepKind, isDisabled: false, ...(takesSteps(stepKind) && { steps: [...(inside?.steps ?? [])] }) }],
    stepConfigurations: { [id]: configureStep(stepKind, { ...firstArgs[stepKind] }), ...inside?.stepConfigurations },
  };
}

/** The new step, or, where it may not stand by itself, inside a step that may: a waypoint in a move of its own. */
export function newStepFor(routine: Routine, stepKind: StepKind, { parentID }: Place): StepFragment | undefined {
  if (mayNest(routine, stepKind, parentID)) return newStep(stepKind);
  const wrapper = findStepContract(stepKind)?.insideOnly?.find(
    (kind) => findStepContract(kind) && mayNest(routine, kind, parentID) && firstChildren[kind] === stepKind,
  );
  return wrapper && newStep(wrapper);
}

/** Where a step that is added beside `selectedID` goes: inside it when it is empty and takes the kind, else after it. */
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
