import type { Routine, Step, StepConfiguration } from '@cellwright/domain/routine';
import { argsOf, childrenOf, outermost } from '../../../parts/step-index.ts';
import { setArgs, withChildren } from './edit-steps.ts';

/** Arguments that belong to the way to a target, not to the target. They change places when the path is reversed. */
const legFields = ['motionKind', 'motionSpeed', 'speedLimitOption', 'speedProfile'] as const;

/** Steps of one path, in their order. */
interface Path {
  readonly parentID: string | undefined;
  readonly steps: readonly Step[];
}

/** Returns the steps that would be reversed: the chosen siblings, or those inside the only chosen step. */
export function findPath(routine: Routine, ids: ReadonlySet<string>): Path | undefined {
  const chosen = outermost(routine, ids);
  const [first] = chosen;
  if (!first) return undefined;
  if (chosen.length === 1) {
    const inside = first.step.steps ?? [];
    return inside.length > 1 && inside.every(isTarget) ? { parentID: first.step.id, steps: inside } : undefined;
  }
  const parentID = first.parent?.step.id;
  const isTogether = chosen.every(
    ({ step, parent, index }, place) => isTarget(step) && parent?.step.id === parentID && index === first.index + place,
  );
  return isTogether ? { parentID, steps: chosen.map(({ step }) => step) } : undefined;
}

/** An arc begins where the step before it ends, so that it has another shape the other way round. */
function isTarget({ stepKind }: Step): boolean {
  return stepKind === 'Waypoint' || stepKind === 'MoveArmTo';
}

/** Returns the routine with a path in reverse: the same ways between the same targets, with the same speeds. */
export function reversePath(routine: Routine, { parentID, steps }: Path): Routine {
  const places = new Map(steps.map(({ id }, index) => [id, index]));
  const reversed = childrenOf(routine, parentID).map((step) => {
    const place = places.get(step.id);
    return place === undefined ? step : (steps[steps.length - 1 - place] ?? step);
  });
  const ordered = { ...routine, steps: withChildren(routine, parentID, reversed) };
  return steps.reduce((next, step, index) => {
    // The way to the new first target begins where the old path began.
    const source = steps[(index + 1) % steps.length] ?? step;
    return setArgs(next, step.id, { ...withoutLeg(argsOf(routine, step.id)), ...legOf(argsOf(routine, source.id)) });
  }, ordered);
}

function legOf(args: StepConfiguration['args']): StepConfiguration['args'] {
  return Object.fromEntries(legFields.flatMap((name) => (args[name] === undefined ? [] : [[name, args[name]]])));
}

function withoutLeg(args: StepConfiguration['args']): StepConfiguration['args'] {
  const names: ReadonlySet<string> = new Set(legFields);
  return Object.fromEntries(Object.entries(args).filter(([name]) => !names.has(name)));
}
