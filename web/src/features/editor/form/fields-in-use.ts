import type { Problem } from '@cellwright/domain';
import type { FieldDescription } from './describe-fields.ts';
import type { Values } from './field-props.ts';
import { targetNames } from './target-fields.ts';

/** What of a step's form depends on the cell. */
export interface FormSurroundings {
  readonly hasStopEarly: boolean;
  readonly hasLift: boolean;
}

/** The fields that a step uses as it is set; the values of the others are kept, and come back with them. */
export function fieldsInUse(
  stepKind: string,
  fields: readonly FieldDescription[],
  values: Values,
  problems: readonly Problem[],
  surroundings: FormSurroundings,
): readonly FieldDescription[] {
  if (stepKind === 'Waypoint') {
    const used = waypointFields(values, surroundings);
    return fields.filter(({ name }) => used.has(name));
  }
  if (stepKind !== 'WaitForConfirmation') return fields;
  // What is wrong is shown whatever uses it.
  const isWrong = (name: string) => problems.some(({ fieldId }) => fieldId?.split('.')[0] === name);
  return fields.filter(({ name }) => {
    const mode = modeOfField.get(name);
    return mode === undefined || mode === (values.mode ?? 'confirm') || isWrong(name);
  });
}

/** What only one way to answer uses. */
const modeOfField: ReadonlyMap<string, string> = new Map([
  ['choices', 'choice'],
  ['required', 'freeform'],
]);

/** The fields that a waypoint's kind of target uses. */
function waypointFields(values: Values, { hasStopEarly, hasLift }: FormSurroundings): ReadonlySet<string> {
  const { targetKind, speedLimitOption, useParentBlendConfig, stopEarlyConditions = '' } = values;
  return new Set([
    ...targetNames,
    'motionKind',
    'tcpOption',
    'motionSpeed',
    'stopHere',
    'useParentBlendConfig',
    'shouldMatchJointAngles',
    'speedLimitOption',
    ...(hasLift ? ['moveDynamicBaseToReachPosition', 'shouldMatchDynamicBasePosition'] : []),
    ...(useParentBlendConfig === false ? ['blendConfig'] : []),
    ...(speedLimitOption === 'CUSTOM' ? ['speedProfile'] : []),
    ...(targetKind === 'relative' ? ['relativeConfig', 'distanceUnit'] : []),
    // What a routine has set is played whatever the flag says, so it is shown.
    ...(hasStopEarly || stopEarlyConditions !== '' ? ['stopEarlyConditions'] : []),
  ]);
}
