import { type FieldAtPath, listFieldPaths } from '@cellwright/fields';
import type { AnyStepContract } from '../framework/index.ts';
import { findStepContract, labelOfKind } from '../step-contracts.ts';
import { describeMovement, describeValues, shorten } from './describe-value.ts';
import { isSame, valueAt } from './is-same.ts';
import type { PlacedStep, RoutineVersion } from './step-tree-of.ts';
import type { RoutineChange } from './types.ts';

/** A step and its version of the routine. */
export interface StepIn {
  readonly version: RoutineVersion;
  readonly placed: PlacedStep;
}

interface FieldChange {
  readonly field: FieldAtPath;
  readonly before: unknown;
  readonly after: unknown;
}

/** Describes the changes of a step itself: its kind, name, disabled state and arguments. */
export function describeStepChange(before: StepIn, after: StepIn): RoutineChange[] {
  const place = { stepID: after.placed.step.id, stepPath: after.placed.path };
  const [old, now] = [before.placed.step, after.placed.step];
  const changes: RoutineChange[] = [];
  if (old.stepKind !== now.stepKind) {
    const text = `Step '${before.version.nameOf(before.placed)}' became ${labelOfKind(now.stepKind)}`;
    changes.push({ kind: 'changed', text, ...place });
  }
  if ((old.description ?? '') !== (now.description ?? '')) {
    const name = before.version.nameOf(before.placed);
    const text = now.description
      ? `${name} renamed to '${shorten(now.description)}'`
      : `Description of ${name} removed`;
    changes.push({ kind: 'renamed', text, ...place });
  }
  if (old.isDisabled !== now.isDisabled) {
    const name = after.version.nameOf(after.placed);
    if (now.isDisabled) changes.push({ kind: 'disabled', text: `Disabled ${name}`, ...place });
    else changes.push({ kind: 'enabled', text: `Enabled ${name}`, ...place });
  }
  const texts = describeConfigurationChange(before, after);
  return [...changes, ...texts.map((text): RoutineChange => ({ kind: 'changed', text, ...place }))];
}

function describeConfigurationChange(before: StepIn, after: StepIn): string[] {
  const [old, now] = [before.placed.configuration, after.placed.configuration];
  if (isSame(old, now)) return [];
  const name = after.version.nameOf(after.placed);
  if (old === undefined || now === undefined) return [`Configuration of ${name} ${now ? 'added' : 'removed'}`];
  const isOtherKind = old.stepKind !== now.stepKind;
  const ofKind = isOtherKind ? [`${name} now has a configuration of ${labelOfKind(now.stepKind)}`] : [];
  // Another kind has other arguments, so the change of kind is enough.
  if (isOtherKind || before.placed.step.stepKind !== after.placed.step.stepKind) {
    return before.placed.step.stepKind === after.placed.step.stepKind ? ofKind : [];
  }
  const contract = findStepContract(now.stepKind);
  const parsed = contract && [contract.args.safeParse(old.args), contract.args.safeParse(now.args)];
  if (contract && parsed?.[0]?.success && parsed[1]?.success) {
    return describeArgsChange(contract, before, after, parsed[0].data, parsed[1].data);
  }
  return describeRawChange(name, old.args, now.args);
}

/** Arguments without a contract are named as they are stored. */
function describeRawChange(name: string, before: object, after: object): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  const changed = [...keys].filter((key) => !isSame(valueAt(before, key), valueAt(after, key)));
  return changed.map((key) => `${key} of ${name} changed`);
}

function describeArgsChange(
  contract: AnyStepContract,
  before: StepIn,
  after: StepIn,
  oldArgs: unknown,
  newArgs: unknown,
): string[] {
  const changed = dropFollowers(
    leavesOf(contract)
      .map((field) => ({ field, before: readPath(oldArgs, field.path), after: readPath(newArgs, field.path) }))
      .filter((change) => !isSame(change.before, change.after)),
  );
  const [only] = changed;
  if (only === undefined) return [];
  const isPosition = describeMovement('', only.before, only.after) !== undefined;
  const sentence =
    changed.length === 1 && !isPosition ? compareSummaries(contract, before, after, oldArgs, newArgs) : undefined;
  if (sentence !== undefined) return [sentence];
  return changed.map((change) => describeFieldChange(change, after, valueAt(newArgs, 'distanceUnit')));
}

/** Drops changes of joint angles that belong to a pose: if both changed, the pose is reported. */
function dropFollowers(changes: readonly FieldChange[]): FieldChange[] {
  const paths = new Set(changes.map(({ field }) => field.path));
  return changes.filter(
    ({ field }) => !field.path.endsWith('.jointAngles') || !paths.has(field.path.replace(/jointAngles$/, 'pose')),
  );
}

/** Returns 'Wait 2 s → 3 s' if the change shows in the step's own sentence and both sentences start alike. */
function compareSummaries(
  contract: AnyStepContract,
  before: StepIn,
  after: StepIn,
  oldArgs: unknown,
  newArgs: unknown,
): string | undefined {
  const old = contract.summarize(oldArgs, before.version.names).split(' ');
  const now = contract.summarize(newArgs, after.version.names).split(' ');
  let same = 0;
  while (same < old.length && same < now.length && old[same] === now[same]) same++;
  if (same === 0 || same === old.length || same === now.length) return undefined;
  const [start, oldRest, newRest] = [old.slice(0, same), old.slice(same), now.slice(same)].map((part) =>
    part.join(' '),
  );
  const { description } = after.placed.step;
  return `${description ? `${shorten(description)}: ` : ''}${start} ${oldRest} → ${newRest}`;
}

function describeFieldChange({ field, before: old, after: now }: FieldChange, after: StepIn, unit: unknown): string {
  const { version, placed } = after;
  const movement = describeMovement(version.nameOf(placed), old, now);
  if (movement !== undefined) return movement;
  const label = field.label ?? field.path;
  const name = version.fullNameOf(placed);
  const { names } = version;
  const [oldText, newText] = describeValues(old, now, { ...field, distanceUnit: unit }, names);
  if (field.type.startsWith('pose') || field.unit === 'rad') return `${label} of ${name} ${now ? 'set' : 'cleared'}`;
  if (old === undefined) return `${label} of ${name} set to ${newText}`;
  if (now === undefined) return `${label} of ${name} cleared (was ${oldText})`;
  return oldText === newText ? `${label} of ${name} changed` : `${label} of ${name} ${oldText} → ${newText}`;
}

const leavesByKind = new Map<string, readonly FieldAtPath[]>();

/** Returns the fields that hold one value each; a list is one value. */
function leavesOf(contract: AnyStepContract): readonly FieldAtPath[] {
  const known = leavesByKind.get(contract.kind);
  if (known) return known;
  const all = listFieldPaths(contract.args).filter(({ path }) => !path.includes('[]'));
  const leaves = all.filter(({ path }) => !all.some((other) => other.path.startsWith(`${path}.`)));
  leavesByKind.set(contract.kind, leaves);
  return leaves;
}

function readPath(args: unknown, path: string): unknown {
  return path.split('.').reduce(valueAt, args);
}
