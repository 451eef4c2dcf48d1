import { type Routine, walkSteps } from '@cellwright/domain/routine';
import { type Values, withChanged } from '../../../forms/field-props.ts';
import { argsOf } from '../../../parts/step-index.ts';
import { setArgs } from './edit-steps.ts';

/** Returns the chosen steps of the same kind as a step, itself included, in the order of the routine. */
export function findAlike(routine: Routine, ids: ReadonlySet<string>, stepKind: string): string[] {
  if (ids.size < 2) return [];
  return [...walkSteps(routine.steps)].flatMap(({ step }) =>
    ids.has(step.id) && step.stepKind === stepKind ? [step.id] : [],
  );
}

/**
 * Returns the routine with a change of one step made to several steps of its kind. Of a group of fields, only the
 * changed ones are taken over: the others may differ from step to step.
 */
export function changeAlike(routine: Routine, stepIDs: readonly string[], before: Values, changed: Values): Routine {
  return stepIDs.reduce((next, stepID) => {
    const args = argsOf(next, stepID);
    return setArgs(next, stepID, withChanged(args, mergeGroups(args, before, changed)));
  }, routine);
}

function mergeGroups(args: Values, before: Values, changed: Values): Values {
  return Object.fromEntries(
    Object.entries(changed).map(([name, value]) => [name, mergeGroup(args[name], before[name], value)]),
  );
}

/** An expression is one value, although it is an object. */
function mergeGroup(own: unknown, before: unknown, changed: unknown): unknown {
  if (!isGroup(own) || !isGroup(before) || !isGroup(changed)) return changed;
  const names = new Set([...Object.keys(before), ...Object.keys(changed)]);
  const differing = [...names].filter((name) => JSON.stringify(before[name]) !== JSON.stringify(changed[name]));
  return withChanged(own, Object.fromEntries(differing.map((name) => [name, changed[name]])));
}

function isGroup(value: unknown): value is Values {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !('kind' in value);
}
