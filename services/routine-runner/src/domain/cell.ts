import type {
  CodeBlock,
  EnvironmentVariable,
  GlobalVariable,
  Problem,
  RobotKind,
  SpaceItem,
  SpeedProfile,
  VariableValue,
} from '@cellwright/domain';
import type { Program } from '@cellwright/steps/engine';
import type { GripperCommand, GripperOutcome, PortResult } from '@cellwright/steps/framework';
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
  /** Not empty: it may not be played. */
  readonly problems: readonly Problem[];
}

/** Where routines come from: the library. */
export interface ProgramSource {
  /** `version` 0 means the newest. Large programs arrive in parts, so that heartbeats and stops are never held up. */
  load(routineID: string, version: number, signal: AbortSignal): Promise<Answer<LoadedProgram>>;
  /** A stored speed profile; undefined when there is none. @throws ProductError unavailable */
  findSpeedProfile(speedProfileID: string): Promise<SpeedProfile | undefined>;
  /** Keeps the new value of a variable of the cell. */
  saveGlobalVariable(variableID: string, value: VariableValue): Promise<void>;
}

/** One command to a device, in the epoch it was given. */
export interface GripperRequest {
  readonly robotKind: RobotKind;
  readonly isTwin: boolean;
  readonly stopEpoch: number;
  /** Absent: the only enabled gripper. */
  readonly equipmentID: string | undefined;
  readonly command: GripperCommand;
  readonly idempotencyKey: string;
}

/** The devices of the cell. */
export interface CellEquipment {
  actuateGripper(request: GripperRequest, signal: AbortSignal): Promise<PortResult<GripperOutcome>>;
  /** A stop came: motion of devices ends, commands of older epochs are dropped. Never rejects. */
  stopDevices(robotKind: RobotKind, isTwin: boolean, stopEpoch: number): Promise<void>;
  /** A device as a tool; undefined when there is no such device, or it describes none. */
  findTool(equipmentID: string): Promise<ToolModel | undefined>;
  /** The devices of the cell that describe a tool. */
  listTools(): Promise<readonly { readonly equipmentID: string; readonly name: string; readonly isEnabled: boolean }[]>;
  /** Says which device is on a robot's flange, so that it is not deleted. @throws ProductError not_found */
  holdOnFlange(robotKind: RobotKind, equipmentID: string | null): Promise<void>;
}

/** What the session logs. */
export interface SessionLog {
  info(message: string, fields?: Readonly<Record<string, unknown>>): void;
  warn(message: string, fields?: Readonly<Record<string, unknown>>): void;
  error(message: string, fields?: Readonly<Record<string, unknown>>): void;
}
