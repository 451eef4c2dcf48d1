import type { AnyStepRuntime, StepRuntime } from './framework/index.ts';
import { actuateGripperRuntime } from './kinds/ActuateGripper/run.ts';
import { actuateScrewdriverRuntime } from './kinds/ActuateScrewdriver/run.ts';
import { actuateVacuumRuntime } from './kinds/ActuateVacuum/run.ts';
import { addOffsetRuntime } from './kinds/AddOffset/run.ts';
import { anticipatePayloadRuntime } from './kinds/AnticipatePayload/run.ts';
import { arcRuntime } from './kinds/Arc/run.ts';
import { classifyRuntime } from './kinds/Classify/run.ts';
import { cncMonitorMachineRuntime } from './kinds/CNCMonitorMachine/run.ts';
import { cncOperateAutodoorRuntime } from './kinds/CNCOperateAutodoor/run.ts';
import { cncOperateWorkholdingRuntime } from './kinds/CNCOperateWorkholding/run.ts';
import { cncRunProgramRuntime } from './kinds/CNCRunProgram/run.ts';
import { codeBlockRuntime } from './kinds/CodeBlock/run.ts';
import { haasControlRegionRuntime } from './kinds/HaasControlRegion/run.ts';
import { haasRunProgramRuntime } from './kinds/HaasRunProgram/run.ts';
import { ifRuntime } from './kinds/If/run.ts';
import { locateRuntime } from './kinds/Locate/run.ts';
import { loopRuntime } from './kinds/Loop/run.ts';
import { loopControlRuntime } from './kinds/LoopControl/run.ts';
import { moveArmToRuntime } from './kinds/MoveArmTo/run.ts';
import { moveArmToV2Runtime } from './kinds/MoveArmToV2/run.ts';
import { moveVerticalLiftRuntime } from './kinds/MoveVerticalLift/run.ts';
import { networkRequestRuntime } from './kinds/NetworkRequest/run.ts';
import { operateEquipmentRuntime } from './kinds/OperateEquipment/run.ts';
import { pressButtonRuntime } from './kinds/PressButton/run.ts';
import { pushModeRuntime } from './kinds/PushMode/run.ts';
import { runInBackgroundRuntime } from './kinds/RunInBackground/run.ts';
import { setEnvironmentVariableRuntime } from './kinds/SetEnvironmentVariable/run.ts';
import { setIORuntime } from './kinds/SetIO/run.ts';
import { triggerFaultRuntime } from './kinds/TriggerFault/run.ts';
import { updateVisualizationRuntime } from './kinds/UpdateVisualization/run.ts';
import { waitRuntime } from './kinds/Wait/run.ts';
import { waitForConfirmationRuntime } from './kinds/WaitForConfirmation/run.ts';
import { waypointRuntime } from './kinds/Waypoint/run.ts';
import { weldRuntime } from './kinds/Weld/run.ts';
import { findPackagedStep } from './packaged/kind-packages.ts';
import { createPackagedRuntime } from './packaged/packaged-runtime.ts';
import type { ArgsOf, BuiltStepKind, VariablesOf } from './step-contracts.ts';

/** Behaviour of each built kind; see step-contracts.ts. */
const stepRuntimes: {
  readonly [Kind in BuiltStepKind]: StepRuntime<ArgsOf<Kind>, VariablesOf<Kind>>;
} = {
  ActuateGripper: actuateGripperRuntime,
  ActuateScrewdriver: actuateScrewdriverRuntime,
  ActuateVacuum: actuateVacuumRuntime,
  AddOffset: addOffsetRuntime,
  AnticipatePayload: anticipatePayloadRuntime,
  CNCMonitorMachine: cncMonitorMachineRuntime,
  CNCOperateAutodoor: cncOperateAutodoorRuntime,
  CNCOperateWorkholding: cncOperateWorkholdingRuntime,
  CNCRunProgram: cncRunProgramRuntime,
  Classify: classifyRuntime,
  CodeBlock: codeBlockRuntime,
  HaasControlRegion: haasControlRegionRuntime,
  HaasRunProgram: haasRunProgramRuntime,
  If: ifRuntime,
  Locate: locateRuntime,
  Loop: loopRuntime,
  LoopControl: loopControlRuntime,
  Arc: arcRuntime,
  MoveArmTo: moveArmToRuntime,
  MoveArmToV2: moveArmToV2Runtime,
  MoveVerticalLift: moveVerticalLiftRuntime,
  NetworkRequest: networkRequestRuntime,
  OperateEquipment: operateEquipmentRuntime,
  PressButton: pressButtonRuntime,
  PushMode: pushModeRuntime,
  RunInBackground: runInBackgroundRuntime,
  SetEnvironmentVariable: setEnvironmentVariableRuntime,
  SetIO: setIORuntime,
  TriggerFault: triggerFaultRuntime,
  UpdateVisualization: updateVisualizationRuntime,
  Wait: waitRuntime,
  WaitForConfirmation: waitForConfirmationRuntime,
  Waypoint: waypointRuntime,
  Weld: weldRuntime,
};

const runtimesByKind: ReadonlyMap<string, AnyStepRuntime> = new Map(Object.entries(stepRuntimes));

export function findStepRuntime(kind: string): AnyStepRuntime | undefined {
  const packaged = findPackagedStep(kind);
  return runtimesByKind.get(kind) ?? (packaged && createPackagedRuntime(packaged));
}
