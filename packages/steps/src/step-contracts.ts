import { messages } from '@cellwright/domain/messages';
import { isPackagedStepKind, isStepKind, type StepKind } from '@cellwright/domain/routine';
import type * as z from 'zod';
import { type AnyStepContract, routineMessages } from './framework/index.ts';
import { actuateGripperContract } from './kinds/ActuateGripper/contract.ts';
import { actuateScrewdriverContract } from './kinds/ActuateScrewdriver/contract.ts';
import { actuateVacuumContract } from './kinds/ActuateVacuum/contract.ts';
import { addOffsetContract } from './kinds/AddOffset/contract.ts';
import { anticipatePayloadContract } from './kinds/AnticipatePayload/contract.ts';
import { arcContract } from './kinds/Arc/contract.ts';
import { classifyContract } from './kinds/Classify/contract.ts';
import { cncMonitorMachineContract } from './kinds/CNCMonitorMachine/contract.ts';
import { cncOperateAutodoorContract } from './kinds/CNCOperateAutodoor/contract.ts';
import { cncOperateWorkholdingContract } from './kinds/CNCOperateWorkholding/contract.ts';
import { cncRunProgramContract } from './kinds/CNCRunProgram/contract.ts';
import { codeBlockContract } from './kinds/CodeBlock/contract.ts';
import { haasControlRegionContract } from './kinds/HaasControlRegion/contract.ts';
import { haasRunProgramContract } from './kinds/HaasRunProgram/contract.ts';
import { ifContract } from './kinds/If/contract.ts';
import { locateContract } from './kinds/Locate/contract.ts';
import { loopContract } from './kinds/Loop/contract.ts';
import { loopControlContract } from './kinds/LoopControl/contract.ts';
import { moveArmToContract } from './kinds/MoveArmTo/contract.ts';
import { moveArmToV2Contract } from './kinds/MoveArmToV2/contract.ts';
import { moveVerticalLiftContract } from './kinds/MoveVerticalLift/contract.ts';
import { networkRequestContract } from './kinds/NetworkRequest/contract.ts';
import { operateEquipmentContract } from './kinds/OperateEquipment/contract.ts';
import { pressButtonContract } from './kinds/PressButton/contract.ts';
import { pushModeContract } from './kinds/PushMode/contract.ts';
import { runInBackgroundContract } from './kinds/RunInBackground/contract.ts';
import { setEnvironmentVariableContract } from './kinds/SetEnvironmentVariable/contract.ts';
import { setIOContract } from './kinds/SetIO/contract.ts';
import { triggerFaultContract } from './kinds/TriggerFault/contract.ts';
import { updateVisualizationContract } from './kinds/UpdateVisualization/contract.ts';
import { waitContract } from './kinds/Wait/contract.ts';
import { waitForConfirmationContract } from './kinds/WaitForConfirmation/contract.ts';
import { waypointContract } from './kinds/Waypoint/contract.ts';
import { weldContract } from './kinds/Weld/contract.ts';

/**
 * Every step kind that is built. A kind is registered here and in step-runtimes.ts, one line each; both maps are typed
 * by these keys, so a missing entry does not compile.
 */
export const stepContracts = {
  ActuateGripper: actuateGripperContract,
  ActuateScrewdriver: actuateScrewdriverContract,
  ActuateVacuum: actuateVacuumContract,
  AddOffset: addOffsetContract,
  AnticipatePayload: anticipatePayloadContract,
  CNCMonitorMachine: cncMonitorMachineContract,
  CNCOperateAutodoor: cncOperateAutodoorContract,
  CNCOperateWorkholding: cncOperateWorkholdingContract,
  CNCRunProgram: cncRunProgramContract,
  Classify: classifyContract,
  CodeBlock: codeBlockContract,
  HaasControlRegion: haasControlRegionContract,
  HaasRunProgram: haasRunProgramContract,
  If: ifContract,
  Locate: locateContract,
  Loop: loopContract,
  LoopControl: loopControlContract,
  Arc: arcContract,
  MoveArmTo: moveArmToContract,
  MoveArmToV2: moveArmToV2Contract,
  MoveVerticalLift: moveVerticalLiftContract,
  NetworkRequest: networkRequestContract,
  OperateEquipment: operateEquipmentContract,
  PressButton: pressButtonContract,
  PushMode: pushModeContract,
  RunInBackground: runInBackgroundContract,
  SetEnvironmentVariable: setEnvironmentVariableContract,
  SetIO: setIOContract,
  TriggerFault: triggerFaultContract,
  UpdateVisualization: updateVisualizationContract,
  Wait: waitContract,
  WaitForConfirmation: waitForConfirmationContract,
  Waypoint: waypointContract,
  Weld: weldContract,
} as const satisfies { readonly [Kind in StepKind]?: AnyStepContract & { readonly kind: Kind } };

type StepContracts = typeof stepContracts;
export type BuiltStepKind = keyof StepContracts;
export type ArgsOf<Kind extends BuiltStepKind> = z.output<StepContracts[Kind]['args']>;
export type VariablesOf<Kind extends BuiltStepKind> = StepContracts[Kind]['variables'];

const contractsByKind: ReadonlyMap<string, AnyStepContract> = new Map(Object.entries(stepContracts));

export const builtStepContracts: readonly AnyStepContract[] = [...contractsByKind.values()];

/** Step kinds of the packages that this process has loaded. */
export interface PackagedContracts {
  readonly contracts: readonly AnyStepContract[];
  /** Returns why a kind of a package is missing. */
  refuse(kind: string): string;
}

const noPackages: PackagedContracts = { contracts: [], refuse: packageNotInstalled };
let packaged = noPackages;
let packagedByKind: ReadonlyMap<string, AnyStepContract> = new Map();

/** Replaces the step kinds of packages in this process. */
export function setPackagedContracts(loaded: PackagedContracts = noPackages): void {
  packaged = loaded;
  packagedByKind = new Map(loaded.contracts.map((contract) => [contract.kind, contract]));
}

/** Returns the contract of a kind; undefined for a kind that is not in this build or its packages. */
export function findStepContract(kind: string): AnyStepContract | undefined {
  return contractsByKind.get(kind) ?? packagedByKind.get(kind);
}

/** Returns every kind that can be added to a routine: the built ones, and those of packages. */
export function listStepContracts(): readonly AnyStepContract[] {
  return [...builtStepContracts, ...packaged.contracts];
}

/** Returns the name of a kind for lists: its label, or '{kind} (unknown)'. */
export function labelOfKind(kind: string): string {
  return findStepContract(kind)?.label ?? messages.unknownKindName(kind);
}

/** Returns why a kind cannot be played: it does not exist, or it is not in this build. Undefined if it can. */
export function refuseKind(kind: string): string | undefined {
  if (findStepContract(kind) !== undefined) return undefined;
  if (isPackagedStepKind(kind)) return packaged.refuse(kind);
  if (!isStepKind(kind)) return messages.noStepKindExists(kind);
  return routineMessages.kindNotBuilt(kind);
}

/** Returns why a kind of a package that is not installed cannot be played. */
export function packageNotInstalled(kind: string): string {
  const [packageName = ''] = kind.split('/');
  return routineMessages.packageMissing(kind, packageName);
}
