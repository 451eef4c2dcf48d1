import { isStepKind, type Routine } from '@cellwright/domain';
import { findStepContract } from '@cellwright/steps/contracts';
import { findEntry } from '../../../ui/step-index.ts';

/** Whether a kind of step may be put directly inside a step (or the routine itself): as both kinds' contracts say. */
export function mayNest(routine: Routine, stepKind: string, parentID: string | undefined): boolean {
  const parentKind = parentID === undefined ? undefined : findEntry(routine, parentID)?.step.stepKind;
  const insideOnly = findStepContract(stepKind)?.insideOnly;
  if (insideOnly && !insideOnly.some((kind) => kind === parentKind)) return false;
  if (parentKind === undefined) return true;
  const children = findStepContract(parentKind)?.children;
  if (!children || children.policy === 'forbidden') return false;
  return children.allowedKinds === undefined || (isStepKind(stepKind) && children.allowedKinds.includes(stepKind));
}

/** Whether steps can be put into a step at all. */
export function takesChildren(stepKind: string): boolean {
  const policy = findStepContract(stepKind)?.children.policy;
  return policy === 'required' || policy === 'optional';
}
