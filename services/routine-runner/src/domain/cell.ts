import type {
  CodeBlock,
  EnvironmentVariable,
  FlangeSupply,
  GlobalVariable,
  HttpAnswer,
  HttpRequest,
  Problem,
  RobotKind,
  RoutineTest,
  SafetyRules,
  SpaceItem,
  SpeedProfile,
  VariableValue,
  WirePose,
} from '@cellwright/domain';
import type { ForceSample } from '@cellwright/equipment/capabilities';
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

/** A validated routine as it is played, and what it refers to. */
export interface LoadedProgram {
  readonly program: Program;
  readonly variables: readonly (EnvironmentVariable | GlobalVariable)[];
  readonly spaceItems: readonly SpaceItem[];
  /** The code blocks that it names. */
  readonly codeBlocks?: readonly CodeBlock[];
  /** Full names of the cell's safety outputs. */
  readonly safetyOutputs?: readonly string[];
  /** What its author expects of it; a run does not look at them. */
  readonly tests?: readonly RoutineTest[];
  /** Not empty: it may not be played. */
  readonly problems: readonly Problem[];
}

/** Where routines come from: the library. */
export interface ProgramSource {
  /** `version` 0 means the newest. Large programs arrive in parts, so that heartbeats and stops are never held up. */
  load(routineID: string, version: number, signal: AbortSignal): Promise<Answer<LoadedProgram>>;
  /** A stored speed profile; undefined when there is none. @throws ProductError unavailable */
  findSpeedProfile(speedProfileID: string): Promise<SpeedProfile | undefined>;
  /** A space item of the cell; undefined when there is none. @throws ProductError unavailable */
  findSpaceItem(id: string): Promise<SpaceItem | undefined>;
  /** Keeps the new value of a variable of the cell. */
  saveGlobalVariable(variableID: string, value: VariableValue): Promise<void>;
}

/** Where the safety settings are kept. */
export interface SafetyRulesSource {
  /** The rules that are stored now. @throws ProductError unavailable */
  readSafetyRules(): Promise<SafetyRules>;
}

/** One command to a device, in the epoch it was given. */
export interface DeviceRequest<Name extends CommandedCapabilityName = CommandedCapabilityName> {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly stopEpoch: number;
  readonly capability: Name;
  /** Absent: the only enabled device that has the capability. */
  readonly equipmentID: string | undefined;
  readonly command: CommandOf<Name>;
  readonly idempotencyKey: string;
  /** ms after which the device is given up; the limit of the capability without it. */
  readonly limitMS?: number | undefined;
}

/** A port that an enabled device is wired to. */
export interface PortClaim extends WiredPort {
  /** What its device needs of the flange; undefined for one that is not wired to it, or does not say. */
  readonly flangeSupply?: FlangeSupply | undefined;
  readonly equipmentID: string;
  readonly deviceName: string;
}

/** One request over HTTP, in the epoch it was made. */
export interface NetworkRequest {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly stopEpoch: number;
  readonly request: HttpRequest;
  readonly idempotencyKey: string;
}

/** A sensor of a device, and whose device is asked: the live one, its twin or its simulator. */
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
  /** Sends a request to what a person typed; the service of the devices does it, far from the arm. */
  sendHttpRequest(request: NetworkRequest, signal: AbortSignal): Promise<PortResult<HttpAnswer>>;
  /** The level of a sensor of a device, as the session's device last told. Never rejects. */
  readSensor(request: SensorRequest): Promise<Evaluation>;
  /**
   * The enabled force sensor of the cell, undefined without one; a failure when there are two, or when nobody can say.
   * Never rejects.
   */
  findForceSensor(): Promise<PortResult<ForceSensorChoice | undefined>>;
  /** Tells what a force sensor measures until the returned function is called, also that the line to it is lost. */
  followForce(
    request: Pick<SensorRequest, 'robotKind' | 'isTwin' | 'equipmentID'>,
    listener: (sample: ForceSample) => void,
  ): () => void;
  /** What a device can be commanded by; none when there is no such device. @throws ProductError unavailable */
  listCommandable(equipmentID: string): Promise<readonly CommandedCapabilityName[]>;
  /** A stop came: motion of devices ends, commands of older epochs are dropped. Never rejects. */
  stopDevices(robotKind: RobotKind, isTwin: boolean, stopEpoch: number): Promise<void>;
  /** A device as a tool; undefined when there is no such device, or it describes none. */
  findTool(equipmentID: string): Promise<ToolModel | undefined>;
  /** The devices of the cell that describe a tool. */
  listTools(): Promise<readonly { readonly equipmentID: string; readonly name: string; readonly isEnabled: boolean }[]>;
  /**
   * Where the enabled base of the cell puts the arm of a session now, in the world; undefined without one.
   * @throws ProductError when there are two, or when one that is driven does not say where it stands
   */
  findBase(robotKind: RobotKind, isTwin: boolean): Promise<WirePose | undefined>;
  /** The ports of the control box and the flange that enabled devices are wired to. @throws ProductError */
  listPortClaims(): Promise<readonly PortClaim[]>;
  /** Says which device is on a robot's flange, so that it is not deleted. @throws ProductError not_found */
  holdOnFlange(robotKind: RobotKind, equipmentID: string | null): Promise<void>;
}

/** What the session logs. */
export interface SessionLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
