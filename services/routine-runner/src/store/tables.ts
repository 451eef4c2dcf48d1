/** The tables that `prisma/migrations` makes, with the types of their columns; a test compares the two. */
import type { EntityTables } from '@cellwright/service-kit/entities';
import type { ColumnType } from 'kysely';

/** Stored to the millisecond; written as a date or as ISO 8601. */
type Timestamp = ColumnType<Date, Date | string, Date | string>;
/** Read as the value, to be parsed by its schema; written as text. */
type Json = ColumnType<unknown, string | null, string | null>;
/** A bigint, which the driver reads as text. */
type Int8 = ColumnType<string, number | bigint, number | bigint>;

/** One playing of a routine. `endedAt` is null while it plays, and after a crash until the next start. */
export interface RunTable {
  id: string;
  robotKind: string;
  isTwin: boolean;
  routineId: string;
  routineName: string;
  routineVersion: number;
  status: string;
  startedAt: Timestamp;
  endedAt: Timestamp | null;
  cycleCount: number;
  cycleTimeSeconds: number | null;
  distanceMeters: number;
  failure: Json;
  stop: Json;
  interruptedIn: Json;
  /** Counter of its published status changes. */
  version: number;
  updatedAt: Timestamp;
  /** Order of the starts of runs, independent of the wall clock. */
  position: ColumnType<string, never, never>;
  /** Order in which the runners wrote the row: a late write is older and has no effect. */
  writeOrder: Int8;
  /** Write order of the last status change. */
  newsOrder: Int8;
}

/** Events of a run, numbered without gaps from 1. */
export interface JournalEntryTable {
  runId: string;
  seq: number;
  at: Timestamp;
  thread: string;
  event: string;
  stepId: string | null;
  stepPath: string | null;
  stepKind: string | null;
  result: string | null;
  data: Json;
}

/** A part of what was recorded of a run: the ReplayRecord of the domain as JSON, packed with gzip. */
export interface RunRecordingTable {
  runId: string;
  index: number;
  robotKind: string;
  /** Seconds since the run began. */
  from: number;
  to: number;
  hasKeyframe: boolean;
  /** Size of the content, bytes. */
  size: number;
  content: Buffer;
}

/** Data for continuing unfinished runs of a robot: one value by its scope and id. */
export interface RunProgressTable {
  robotKind: string;
  runId: string;
  scope: string;
  id: string;
  value: Json;
  /** Write order of the run. */
  writeOrder: Int8;
}

/** Stop epochs that may have been used, per robot: a restarted runner begins above them. */
export interface StopEpochTable {
  robotKind: string;
  reservedTo: Int8;
}

/** Surroundings of each robot for the planner: the PlanningScene of the domain package. */
export interface PlanningSceneTable {
  robotKind: string;
  revision: number;
  document: Json;
}

/** Runner that drives the robots, and its term; `leaderId` is null after an orderly end. */
export interface LeaderTable {
  name: string;
  leaderId: string | null;
  term: Int8;
}

/** Which device is the tool on each robot's flange; null for a bare one. */
export interface ToolChoiceTable {
  robotKind: string;
  equipmentId: string | null;
  /** Active end of a changer, counted from 1. */
  activeEnd: number;
}

/** Speed settings of each robot: the SpeedChoice of the session. */
export interface SpeedChoiceTable {
  robotKind: string;
  document: Json;
}

/** The routine that each robot has loaded. */
export interface LoadedRoutineTable {
  robotKind: string;
  routineId: string;
  routineVersion: number;
}

/** Why no client may command a robot while a software update is installed. */
export interface PlayHoldTable {
  name: string;
  reason: string;
}

/** Beside the tables of entities. */
export type OwnTables = {
  Run: RunTable;
  JournalEntry: JournalEntryTable;
  RunRecording: RunRecordingTable;
  RunProgress: RunProgressTable;
  StopEpoch: StopEpochTable;
  PlanningScene: PlanningSceneTable;
  Leader: LeaderTable;
  ToolChoice: ToolChoiceTable;
  SpeedChoice: SpeedChoiceTable;
  LoadedRoutine: LoadedRoutineTable;
  PlayHold: PlayHoldTable;
};

/** All tables of the service. */
export type Tables = EntityTables & OwnTables;
