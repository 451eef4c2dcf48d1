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
  /** Counts the changes of its status that were told. */
  version: number;
  updatedAt: Timestamp;
  /** The order in which runs began, whatever the wall clock said. */
  position: ColumnType<string, never, never>;
  /** The order in which the runners wrote the row: what comes late is older, and changes nothing. */
  writeOrder: Int8;
  /** That of the write which last changed the status. */
  newsOrder: Int8;
}

/** What happened in a run, numbered without gaps from 1. */
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
  /** Of the content, bytes. */
  size: number;
  content: Buffer;
}

/** What is needed to continue unfinished runs of a robot: one value by its scope and id. */
export interface RunProgressTable {
  robotKind: string;
  runId: string;
  scope: string;
  id: string;
  value: Json;
  /** As that of the run. */
  writeOrder: Int8;
}

/** Stop epochs that may have been used, per robot: a restarted runner begins above them. */
export interface StopEpochTable {
  robotKind: string;
  reservedTo: Int8;
}

/** What the planner knows of each robot's surroundings: the PlanningScene of the domain package. */
export interface PlanningSceneTable {
  robotKind: string;
  revision: number;
  document: Json;
}

/** Which runner drives the robots, and in which term; `leaderId` is null when it said goodbye. */
export interface LeaderTable {
  name: string;
  leaderId: string | null;
  term: Int8;
}

/** Which device is the tool on each robot's flange; null for a bare one. */
export interface ToolChoiceTable {
  robotKind: string;
  equipmentId: string | null;
  /** Of a changer, counted from 1. */
  activeEnd: number;
}

/** How fast and how hard each robot moves: the SpeedChoice of the session. */
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
};

/** All tables of the service. */
export type Tables = EntityTables & OwnTables;
