import { actuateGripperModel } from '../kinds/ActuateGripper/model.fixture.ts';
import { actuateScrewdriverModel } from '../kinds/ActuateScrewdriver/model.fixture.ts';
import { actuateVacuumModel } from '../kinds/ActuateVacuum/model.fixture.ts';
import { addOffsetModel } from '../kinds/AddOffset/model.fixture.ts';
import { anticipatePayloadModel } from '../kinds/AnticipatePayload/model.fixture.ts';
import { arcModel } from '../kinds/Arc/model.fixture.ts';
import { classifyModel } from '../kinds/Classify/model.fixture.ts';
import { cncMonitorMachineModel } from '../kinds/CNCMonitorMachine/model.fixture.ts';
import { cncOperateAutodoorModel } from '../kinds/CNCOperateAutodoor/model.fixture.ts';
import { cncOperateWorkholdingModel } from '../kinds/CNCOperateWorkholding/model.fixture.ts';
import { cncRunProgramModel } from '../kinds/CNCRunProgram/model.fixture.ts';
import { codeBlockModel } from '../kinds/CodeBlock/model.fixture.ts';
import { haasControlRegionModel } from '../kinds/HaasControlRegion/model.fixture.ts';
import { haasRunProgramModel } from '../kinds/HaasRunProgram/model.fixture.ts';
import { ifModel } from '../kinds/If/model.fixture.ts';
import { locateModel } from '../kinds/Locate/model.fixture.ts';
import { loopModel } from '../kinds/Loop/model.fixture.ts';
import { loopControlModel } from '../kinds/LoopControl/model.fixture.ts';
import { moveArmToModel } from '../kinds/MoveArmTo/model.fixture.ts';
import { moveArmToV2Model } from '../kinds/MoveArmToV2/model.fixture.ts';
import { moveVerticalLiftModel } from '../kinds/MoveVerticalLift/model.fixture.ts';
import { networkRequestModel } from '../kinds/NetworkRequest/model.fixture.ts';
import { operateEquipmentModel } from '../kinds/OperateEquipment/model.fixture.ts';
import { pressButtonModel } from '../kinds/PressButton/model.fixture.ts';
import { pushModeModel } from '../kinds/PushMode/model.fixture.ts';
import { runInBackgroundModel } from '../kinds/RunInBackground/model.fixture.ts';
import { setEnvironmentVariableModel } from '../kinds/SetEnvironmentVariable/model.fixture.ts';
import { setIOModel } from '../kinds/SetIO/model.fixture.ts';
import { triggerFaultModel } from '../kinds/TriggerFault/model.fixture.ts';
import { updateVisualizationModel } from '../kinds/UpdateVisualization/model.fixture.ts';
import { waitModel } from '../kinds/Wait/model.fixture.ts';
import { waitForConfirmationModel } from '../kinds/WaitForConfirmation/model.fixture.ts';
import { waypointModel } from '../kinds/Waypoint/model.fixture.ts';
import { weldModel } from '../kinds/Weld/model.fixture.ts';
import type { BuiltStepKind } from '../step-contracts.ts';
import type { ModelKind } from './model-kind.fixture.ts';

/** Model of each built kind; each kind defines its own. */
export const kindModels: Readonly<Record<BuiltStepKind, ModelKind>> = {
  ActuateGripper: actuateGripperModel,
  ActuateScrewdriver: actuateScrewdriverModel,
  ActuateVacuum: actuateVacuumModel,
  AddOffset: addOffsetModel,
  AnticipatePayload: anticipatePayloadModel,
  CNCMonitorMachine: cncMonitorMachineModel,
  CNCOperateAutodoor: cncOperateAutodoorModel,
  CNCOperateWorkholding: cncOperateWorkholdingModel,
  CNCRunProgram: cncRunProgramModel,
  Classify: classifyModel,
  CodeBlock: codeBlockModel,
  HaasControlRegion: haasControlRegionModel,
  HaasRunProgram: haasRunProgramModel,
  If: ifModel,
  Locate: locateModel,
  Loop: loopModel,
  LoopControl: loopControlModel,
  Arc: arcModel,
  MoveArmTo: moveArmToModel,
  MoveArmToV2: moveArmToV2Model,
  MoveVerticalLift: moveVerticalLiftModel,
  NetworkRequest: networkRequestModel,
  OperateEquipment: operateEquipmentModel,
  PressButton: pressButtonModel,
  PushMode: pushModeModel,
  RunInBackground: runInBackgroundModel,
  SetEnvironmentVariable: setEnvironmentVariableModel,
  SetIO: setIOModel,
  TriggerFault: triggerFaultModel,
  UpdateVisualization: updateVisualizationModel,
  Wait: waitModel,
  WaitForConfirmation: waitForConfirmationModel,
  Waypoint: waypointModel,
  Weld: weldModel,
};
