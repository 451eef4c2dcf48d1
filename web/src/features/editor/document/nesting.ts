import { isStepKind, type Routine, type Step, type StepKind, walkSteps } from '@cellwright/domain/routine';
import { findStepContract } from '@cellwright/steps/contracts';
import { findEntry } from '../../../parts/step-index.ts';

/** True if the contracts of both kinds allow a step directly inside a step, or the routine itself. */
export function mayNest(routine: Routine, stepKind: string, parentID: string | undefined): boolean {
  const parentKind = parentID === undefined ? undefined : findEntry(routine, parentID)?.step.stepKind;
  const insideOnly = findStepContract(stepKind)?.insideOnly;
  if (insideOnly && !insideOnly.some((kind) => kind === parentKind)) return false;
  if (parentKind === undefined) return true;
  if (isKeptOut(routine, stepKind, parentID)) return false;
  const children = findStepContract(parentKind)?.children;
  if (!children || children.policy === 'forbidden') return false;
  return children.allowedKinds === undefined || (isStepKind(stepKind) && children.allowedKinds.includes(stepKind));
}

/** True if a step is allowed there with everything inside it. */
export function mayStand(routine: Routine, step: Step, parentID: string | undefined): boolean {
  if (!mayNest(routine, step.stepKind, parentID)) return false;
  const inside = [...walkSteps(step.steps ?? [])];
  return !inside.some(({ step: { stepKind } }) => isKeptOut(routine, stepKind, parentID));
}

/** True if a step there or an ancestor excludes the kind at any depth. */
function isKeptOut(routine: Routine, stepKind: string, parentID: string | undefined): boolean {
  for (let at = parentID === undefined ? undefined : findEntry(routine, parentID); at; at = at.parent) {
    const neverInside = findStepContract(at.step.stepKind)?.children.neverInside;
    if (neverInside?.some((kind) => kind === stepKind)) return true;
  }
  return false;
}

/** True if the kind accepts children at all. */
export function takesChildren(stepKind: string): boolean {
  const policy = findStepContract(stepKind)?.children.policy;
  return policy === 'required' || policy === 'optional';
}

/** Returns the kinds that a step accepts inside, if it may stay empty and accepts only these: a move takes arcs. */
export function listOptionalKinds(stepKind: string): readonly StepKind[] | undefined {
  const children = findStepContract(stepKind)?.children;
  return children?.policy === 'optional' ? children.allowedKinds : undefined;
}
