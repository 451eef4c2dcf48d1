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
export type StepKind = (typeof stepKinds)[number];

const known: ReadonlySet<string> = new Set(stepKinds);
export function isStepKind(value: string): value is StepKind {
  return known.has(value);
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
