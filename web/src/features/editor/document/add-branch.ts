import type { Routine, Step } from '@cellwright/domain/routine';
import { argsOf, childrenOf, findEntry } from '../../../parts/step-index.ts';
import { insertSteps, setArgs } from './edit-steps.ts';
import { newStep } from './new-step.ts';

/** Branch that continues an If step. */
export type NextBranch = 'elseIf' | 'else';

const isBranch = (step: Step | undefined) => step?.stepKind === 'If';
const branchOf = (routine: Routine, step: Step) => argsOf(routine, step.id).branch ?? 'if';

/** Returns the number of branches from a step to the end of its chain, itself included. */
function countChain(routine: Routine, siblings: readonly Step[], index: number): number {
  const next = siblings.slice(index + 1).findIndex((step) => !isBranch(step) || branchOf(routine, step) === 'if');
  return next < 0 ? siblings.length - index : next + 1;
}

/** Returns the branches that can be added after a branch: none after the last else, and one else per chain. */
export function listNextBranches(routine: Routine, stepID: string): NextBranch[] {
  const entry = findEntry(routine, stepID);
  if (!entry || !isBranch(entry.step) || branchOf(routine, entry.step) === 'else') return [];
  const siblings = childrenOf(routine, entry.parent?.step.id);
  const last = siblings[entry.index + countChain(routine, siblings, entry.index) - 1];
  return last && branchOf(routine, last) === 'else' ? ['elseIf'] : ['elseIf', 'else'];
}

/** Returns the routine with an else-if directly after a branch, or an else at the end of its chain, and the new step's id. */
export function addBranch(routine: Routine, stepID: string, branch: NextBranch): { routine: Routine; stepID: string } {
  const entry = findEntry(routine, stepID);
  const fragment = newStep('If');
  const [step] = fragment.steps;
  if (!entry || !step) return { routine, stepID };
  const parentID = entry.parent?.step.id;
  const siblings = childrenOf(routine, parentID);
  const by = branch === 'else' ? countChain(routine, siblings, entry.index) : 1;
  const added = insertSteps(routine, fragment, { parentID, index: entry.index + by });
  // Like a new If; an else has no condition.
  const args = branch === 'else' ? { branch } : { ...argsOf(added, step.id), branch };
  return { routine: setArgs(added, step.id, args), stepID: step.id };
}
