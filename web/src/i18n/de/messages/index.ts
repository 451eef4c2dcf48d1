import { deDevice, deEgress, deRequest } from './device.ts';
import { deDryRun, deDryRunRefusal } from './dry-run.ts';
import { deKinds } from './kinds.ts';
import { deAccess, deConnection, deDoor, deMount, dePermission, deRobot, deStore } from './robot.ts';
import { deRun } from './run.ts';
import { dePallet, dePalletShape, deSchema, deSpace, deValue } from './space.ts';
import { deSpec } from './spec.ts';
import { deMachine, deRoutine, deStep, deWeld } from './steps.ts';

/**
 * German messages by catalogue and name, like their ids. `{0}` is the first part that varies, `{name}` a field of a part
 * that is an object; they may appear in another order.
 */
export const germanMessages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  access: deAccess,
  connection: deConnection,
  device: deDevice,
  door: deDoor,
  dryRun: deDryRun,
  dryRunRefusal: deDryRunRefusal,
  egress: deEgress,
  machine: deMachine,
  mount: deMount,
  pallet: dePallet,
  palletShape: dePalletShape,
  permission: dePermission,
  request: deRequest,
  robot: deRobot,
  routine: deRoutine,
  run: deRun,
  schema: deSchema,
  space: deSpace,
  spec: deSpec,
  step: deStep,
  store: deStore,
  value: deValue,
  weld: deWeld,
  ...deKinds,
};
