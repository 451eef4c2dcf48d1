import type { HttpAnswer, HttpRequest, VariableValue } from '@cellwright/domain/basics';
import type { Classified, LocatedThing, VisionAnswer, VisionArgs, VisionMethod } from '@cellwright/domain/equipment';
import type { FlangeSupply, RobotKind, SafetyRules, SpeedProfile, WirePose } from '@cellwright/domain/robot';
import type { CodeBlock, EnvironmentVariable, GlobalVariable, Problem, RoutineTest } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import type { CapabilityName, ForceSample } from '@cellwright/equipment/capabilities';
import type { WiredPort } from '@cellwright/equipment/contracts';
import type { Program } from '@cellwright/steps/engine';
import type {
  ChosenSensor,
  CommandedCapabilityName,
  CommandOf,
  Evaluation,
  OutcomeOf,
  PortResult,
} from '@cellwright/steps/framework';
import type { Answer } from './answer.ts';
import type { ToolModel } from './planner.ts';

/** A validated routine ready to be played, and its references. */
export interface LoadedProgram {
  readonly program: Program;
  readonly variables: readonly (EnvironmentVariable | GlobalVariable)[];
  readonly spaceItems: readonly SpaceItem[];
  /** Code blocks that the routine names. */
  readonly codeBlocks?: readonly CodeBlock[];
  /** Full names of the cell's safety outputs. */
  readonly safetyOutputs?: readonly string[];
  /** Tests of its author; a run ignores them. */
  readonly tests?: readonly RoutineTest[];
  /** If not empty, the routine may not be played. */
  readonly problems: readonly Problem[];
}

/** Source of routines: the library. */
export interface ProgramSource {
  /**
   * Loads a routine. `version` 0 means the newest. Large programs arrive in parts, so that heartbeats and stops are
   * never delayed.
   */
  load(routineID: string, version: number, signal: AbortSignal): Promise<Answer<LoadedProgram>>;
  /** Returns a stored speed profile; undefined when it does not exist. @throws ProductError unavailable */
  findSpeedProfile(speedProfileID: string): Promise<SpeedProfile | undefined>;
  /** Returns a space item of the cell; undefined when it does not exist. @throws ProductError unavailable */
  findSpaceItem(id: string): Promise<SpaceItem | undefined>;
  /** Stores the new value of a variable of the cell. */
  saveGlobalVariable(variableID: string, value: VariableValue): Promise<void>;
}

/** Source of the safety settings. */
export interface SafetyRulesSource {
  /** Returns the currently stored rules. @throws ProductError unavailable */
  readSafetyRules(): Promise<SafetyRules>;
}

/** One command to a device, in its epoch. */
export interface DeviceRequest<Name extends CommandedCapabilityName = CommandedCapabilityName> {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly stopEpoch: number;
  readonly capability: Name;
  /** Absent for the only enabled device with the capability. */
  readonly equipmentID: string | undefined;
  readonly command: CommandOf<Name>;
  readonly idempotencyKey: string;
  /** Time limit of the device, ms; default: the limit of the capability. */
  readonly limitMS?: number | undefined;
}

/** A port that an enabled device is wired to. */
export interface PortClaim extends WiredPort {
  /** Supply that its device needs at the flange; undefined without a wire there, or without a requirement. */
  readonly flangeSupply?: FlangeSupply | undefined;
  readonly equipmentID: string;
  readonly deviceName: string;
}

/** A machine whose door closes a space of the cell. */
export interface MachineInterior {
  readonly equipmentID: string;
  /** Environment object that is the space. */
  readonly spaceItemID: string;
}

/** A vision method for a camera; default: the only enabled wrist camera. */
export interface VisionRequest {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly camera: string | undefined;
  readonly method: VisionMethod;
  readonly args: Readonly<Record<string, unknown>>;
}

/** Things to be found in a picture of a camera. */
export interface LocateRequest {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  /** Default: the only enabled wrist camera. */
  readonly camera: string | undefined;
  readonly wanted: VisionArgs<'locate'>;
}

/** The picture of a camera to classify. */
export interface ClassifyRequest extends Omit<LocateRequest, 'wanted'> {
  readonly wanted: VisionArgs<'classify'>;
}

/** One HTTP request, in its epoch. */
export interface NetworkRequest {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly stopEpoch: number;
  readonly request: HttpRequest;
  readonly idempotencyKey: string;
}

/** A sensor of a device, and the session of the device: live, twin or simulated. */
export interface SensorRequest extends ChosenSensor {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
}

export interface ForceSensorChoice {
  readonly equipmentID: string;
  readonly name: string;
}

/** The devices of the cell. */
export interface CellEquipment {
  actuate<Name extends CommandedCapabilityName>(
    request: DeviceRequest<Name>,
    signal: AbortSignal,
  ): Promise<PortResult<OutcomeOf<Name>>>;
  /** Sends a request to an address from user input; the equipment service does it, separate from the arm. */
  sendHttpRequest(request: NetworkRequest, signal: AbortSignal): Promise<PortResult<HttpAnswer>>;
  /** Runs a vision method on the current picture of a camera. Never rejects. */
  runVisionMethod(request: VisionRequest, signal: AbortSignal): Promise<Answer<VisionAnswer>>;
  /** Finds things in the current picture of a camera, and their poses in the base frame. Never rejects. */
  locate(request: LocateRequest, signal: AbortSignal): Promise<PortResult<readonly LocatedThing[]>>;
  /** Returns the classes that match what a camera sees, the best first. Never rejects. */
  classify(request: ClassifyRequest, signal: AbortSignal): Promise<PortResult<readonly Classified[]>>;
  /**
   * Returns the calibrated pose of the enabled wrist camera in the flange frame; undefined without one, with two, and without
   * a calibration. @throws ProductError unavailable
   */
  findWristCamera(): Promise<WirePose | undefined>;
  /** Returns the last level of a sensor of a device in the session. Never rejects. */
  readSensor(request: SensorRequest): Promise<Evaluation>;
  /**
   * Returns the enabled force sensor of the cell, undefined without one; a failure when there are two, or when the
   * service does not answer. Never rejects.
   */
  findForceSensor(): Promise<PortResult<ForceSensorChoice | undefined>>;
  /**
   * Reports the measurements of a force sensor until the returned function is called, and the loss of the connection to
   * it.
   */
  followForce(
    request: Pick<SensorRequest, 'robotKind' | 'isTwin' | 'equipmentID'>,
    listener: (sample: ForceSample) => void,
  ): () => void;
  /**
   * Returns the capabilities of a device that accept commands; none when it does not exist. @throws ProductError
   * unavailable
   */
  listCommandable(equipmentID: string): Promise<readonly CommandedCapabilityName[]>;
  /** Returns the enabled devices with a capability. @throws ProductError unavailable */
  listEnabled(capability: CapabilityName): Promise<readonly { readonly equipmentID: string; readonly name: string }[]>;
  /** Stops motion of devices, and drops commands of older epochs. Never rejects. */
  stopDevices(robotKind: RobotKind, isTwin: boolean, stopEpoch: number): Promise<void>;
  /** Returns a device as a tool; undefined when it does not exist, or is not a tool. */
  findTool(equipmentID: string): Promise<ToolModel | undefined>;
  /** Returns the devices of the cell that are tools. */
  listTools(): Promise<readonly { readonly equipmentID: string; readonly name: string; readonly isEnabled: boolean }[]>;
  /**
   * Returns the current pose of the arm's base in the world, from the enabled base of the cell; undefined without one.
   * @throws ProductError when there are two, or when a driven base does not report its position
   */
  findBase(robotKind: RobotKind, isTwin: boolean): Promise<WirePose | undefined>;
  /** Returns the ports of the control box and the flange that enabled devices are wired to. @throws ProductError */
  listPortClaims(): Promise<readonly PortClaim[]>;
  /** Returns the enabled machines whose door closes a space of the cell. @throws ProductError */
  listInteriors(): Promise<readonly MachineInterior[]>;
  /** Makes a device of the session report its state from now on, if it does not yet. Never rejects. */
  wakeDevice(robotKind: RobotKind, isTwin: boolean, equipmentID: string): void;
  /**
   * Returns the width between the fingertips of a gripper, m; undefined if it is unknown. Makes the device report its
   * state from now on. Never rejects.
   */
  readFingerWidth(robotKind: RobotKind, isTwin: boolean, equipmentID: string): Promise<number | undefined>;
  /** Marks a device as mounted on a robot's flange, so that it is not deleted. @throws ProductError not_found */
  holdOnFlange(robotKind: RobotKind, equipmentID: string | null): Promise<void>;
}

/** Logger of the session. */
export interface SessionLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
