import { useFlag } from '../../api/use-flags.ts';
import { FieldList } from '../../forms/FieldList.tsx';
import type { Values } from '../../forms/field-props.ts';
import type { StepFormProps, StepUI } from '../step-ui.ts';
import { targetNames } from '../target-fields.ts';

export const ui: StepUI = { Form: WaypointForm };

/** Shows the fields that the chosen target uses. The values of the others are kept. */
function WaypointForm(props: StepFormProps) {
  const hasStopEarly = useFlag('stopEarlyIf');
  const hasLift = props.cell.equipment?.some(({ capabilities }) => capabilities.includes('lift')) ?? false;
  const used = fieldsInUse(props.values, { hasStopEarly, hasLift });
  return <FieldList {...props} fields={props.fields.filter(({ name }) => used.has(name))} />;
}

interface Surroundings {
  readonly hasStopEarly: boolean;
  readonly hasLift: boolean;
}

/** Returns the names of the fields that a waypoint uses. */
export function fieldsInUse(values: Values, { hasStopEarly, hasLift }: Surroundings): ReadonlySet<string> {
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
    // A stored condition is played even while the flag is off, so it is shown.
    ...(hasStopEarly || stopEarlyConditions !== '' ? ['stopEarlyConditions'] : []),
  ]);
}
