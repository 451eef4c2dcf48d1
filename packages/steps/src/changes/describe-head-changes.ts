import type { Position } from '@cellwright/domain/robot';
import type { EnvironmentVariable } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import { describeMovement, describeValues, shorten } from './describe-value.ts';
import { isSame, valueAt } from './is-same.ts';
import type { RoutineVersion } from './step-tree-of.ts';
import type { RoutineChange } from './types.ts';

/** Describes the changes of a routine besides its steps: its own fields, variables and space items. */
export function describeHeadChanges(before: RoutineVersion, after: RoutineVersion): RoutineChange[] {
  const [old, now] = [before.routine, after.routine];
  return [
    ...describeOwnFields(before, after),
    ...describeItems('Variable', old.environmentVariables, now.environmentVariables, (one, other) =>
      describeVariable(one, other, after),
    ),
    ...describeItems('Space item', old.space, now.space, describeSpaceItem),
  ];
}

function describeOwnFields(before: RoutineVersion, after: RoutineVersion): RoutineChange[] {
  const [old, now] = [before.routine, after.routine];
  const changes: RoutineChange[] = [];
  if (old.name !== now.name) changes.push({ kind: 'renamed', text: `Renamed to '${shorten(now.name)}'` });
  if ((old.description ?? '') !== (now.description ?? '')) changes.push(changed('Description of the routine changed'));
  if (old.isTemplate !== now.isTemplate) {
    changes.push(changed(now.isTemplate ? 'Made a template' : 'No longer a template'));
  }
  if (old.mainLoopStepID !== now.mainLoopStepID) {
    const loop = now.mainLoopStepID === undefined ? undefined : after.names.step(now.mainLoopStepID);
    changes.push(changed(loop === undefined ? 'No main loop' : `Main loop is now ${loop}`));
  }
  if (old.targetCycleTimeSeconds !== now.targetCycleTimeSeconds) {
    const [before, after] = [old, now].map(({ targetCycleTimeSeconds: seconds }) =>
      seconds === undefined ? 'none' : `${seconds} s`,
    );
    changes.push(changed(`Cycle time target ${before} → ${after}`));
  }
  if (old.motionPlanner !== now.motionPlanner) {
    changes.push(changed(`Motion planner ${old.motionPlanner ?? 'default'} → ${now.motionPlanner ?? 'default'}`));
  }
  return changes;
}

interface Item {
  readonly id: string;
  readonly name: string;
}

function describeItems<T extends Item>(
  what: string,
  before: readonly T[],
  after: readonly T[],
  compare: (before: T, after: T) => string[],
): RoutineChange[] {
  const old = new Map(before.map((item) => [item.id, item]));
  const now = new Map(after.map((item) => [item.id, item]));
  const removed = [...old.values()].filter(({ id }) => !now.has(id));
  const changes: RoutineChange[] = removed.map(({ id, name }) => ({
    kind: 'removed',
    text: `${what} ${name} removed`,
    itemID: id,
  }));
  for (const item of now.values()) {
    const itemID = item.id;
    const former = old.get(itemID);
    if (former === undefined) changes.push({ kind: 'added', text: `${what} ${item.name} added`, itemID });
    else if (!isSame(former, item)) {
      if (former.name !== item.name) {
        changes.push({ kind: 'renamed', text: `${what} ${former.name} renamed to ${item.name}`, itemID });
      }
      changes.push(...compare(former, item).map((text) => ({ ...changed(text), itemID })));
    }
  }
  return changes;
}

function describeVariable(
  before: EnvironmentVariable,
  after: EnvironmentVariable,
  { names }: RoutineVersion,
): string[] {
  const texts: string[] = [];
  if (!isSame(before.initialValue, after.initialValue)) {
    const [old, now] = describeValues(before.initialValue, after.initialValue, {}, names);
    const isOtherType = typeof before.initialValue !== typeof after.initialValue;
    const spelled = isOtherType || old === now ? [spell(before.initialValue), spell(after.initialValue)] : [old, now];
    texts.push(
      spelled[0] === spelled[1]
        ? `Initial value of variable ${after.name} changed`
        : `Variable ${after.name}: ${spelled[0]} → ${spelled[1]}`,
    );
  }
  if (before.isGlobal !== after.isGlobal) {
    texts.push(`Variable ${after.name} is ${after.isGlobal ? 'now' : 'no longer'} a global one`);
  }
  return texts;
}

function spell(value: string | number | boolean): string {
  return typeof value === 'string' ? `'${shorten(value)}'` : String(value);
}

function describeSpaceItem(before: SpaceItem, after: SpaceItem): string[] {
  const texts = describePositions(after.name, before.positions, after.positions);
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  for (const key of ['id', 'name', 'positions']) keys.delete(key);
  for (const key of keys) {
    const [old, now] = [valueAt(before, key), valueAt(after, key)];
    if (!isSame(old, now)) texts.push(describeMovement(after.name, old, now) ?? `${key} of ${after.name} changed`);
  }
  return texts;
}

function describePositions(name: string, before: readonly Position[], after: readonly Position[]): string[] {
  if (before.length !== after.length) {
    const count = (list: readonly Position[]) => `${list.length} ${list.length === 1 ? 'position' : 'positions'}`;
    return [`${name}: ${count(before)} → ${count(after)}`];
  }
  return after.flatMap((position, index) => {
    const former = before[index];
    if (former === undefined || isSame(former, position)) return [];
    const title = position.name ?? (after.length === 1 ? name : `Position ${index + 1} of ${name}`);
    const isMoved = !isSame(former.pose, position.pose);
    const movement = isMoved
      ? describeMovement(title, former.pose, position.pose)
      : describeMovement(title, former.jointAngles, position.jointAngles);
    return [
      isSame(former.pose, position.pose) && isSame(former.jointAngles, position.jointAngles)
        ? `${title} changed`
        : (movement ?? `${title} changed`),
    ];
  });
}

function changed(text: string): RoutineChange {
  return { kind: 'changed', text };
}
