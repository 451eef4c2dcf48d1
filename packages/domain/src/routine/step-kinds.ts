/** All step kinds of the spec, by their wire name. */
export const stepKinds = [
  'ActuateScrewdriver',
  'ActuateGripper',
  'ActuateVacuum',
  'AnticipatePayload',
  'AddOffset',
  'Arc',
  'Classify',
  'CodeBlock',
  'Locate',
  'HaasControlRegion',
  'HaasRunProgram',
  'If',
  'Loop',
  'LoopControl',
  'MoveArmTo',
  'MoveArmToV2',
  'NetworkRequest',
  'OperateEquipment',
  'PressButton',
  'PushMode',
  'RunInBackground',
  'RunSkill',
  'SetEnvironmentVariable',
  'SetIO',
  'Wait',
  'WaitForConfirmation',
  'CNCRunProgram',
  'CNCMonitorMachine',
  'CNCOperateAutodoor',
  'CNCOperateWorkholding',
  'MoveVerticalLift',
  'Weld',
  'TriggerFault',
  'Waypoint',
  'UpdateVisualization',
] as const;

/** A step kind of a package in the cell's data folder: 'acme-lamp/Blink'. */
export type PackagedStepKind = `${string}/${string}`;
export type StepKind = (typeof stepKinds)[number] | PackagedStepKind;

const known: ReadonlySet<string> = new Set(stepKinds);

/** True for a kind of the specification, and for any name of a kind of a package. */
export function isStepKind(value: string): value is StepKind {
  return known.has(value) || isPackagedStepKind(value);
}

/** Names of packages and of their kinds. */
export const packageNamePattern = /^[a-z][a-z0-9-]{0,48}$/;
export const packagedKindPattern = /^[A-Z][A-Za-z0-9]{0,39}$/;

export function isPackagedStepKind(value: string): value is PackagedStepKind {
  const [packageName = '', kind = '', ...others] = value.split('/');
  return others.length === 0 && packageNamePattern.test(packageName) && packagedKindPattern.test(kind);
}

export const stepSections = [
  'Basic',
  'Control',
  'Interface with other devices',
  'Interface with operators',
  'Vision',
  'Hidden',
] as const;
export type StepSection = (typeof stepSections)[number];
