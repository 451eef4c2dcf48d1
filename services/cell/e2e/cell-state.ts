import { equipmentLiveStateSchema, rehearsalSchema } from '@cellwright/domain/equipment';
import { type JointAngles, jointAnglesSchema, type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { type RobotSessionState, robotSessionStateSchema } from '@cellwright/domain/run';
import { allEntities } from '@cellwright/entities';
import * as z from 'zod';
import type { RunningCell } from './harness.ts';

/** History and facts: they grow with use and cannot be removed. */
const history = new Set(['notifications', 'runs', 'exampleRecords']);
/** Collections in the order in which documents can be removed: referencing ones first. */
const first = ['routines', 'globalSpace', 'equipment'];
export const resettable = allEntities
  .filter(({ name }) => !history.has(name))
  .sort((a, b) => rankOf(a.name) - rankOf(b.name));
function rankOf(name: string): number {
  const rank = first.indexOf(name);
  return rank < 0 ? first.length : rank;
}

/** Fields with the time and author of a save, or the address of a simulator. */
const volatile = new Set([
  ...['version', 'createdAt', 'updatedAt', 'updatedByID', 'updatedByName', 'simulatorPort'],
  ...['latestRoutineID', 'latestRoutineLoadedAt', 'routineRunnerState', 'routineIsPaused', 'lastActiveAt'],
  ...['speedRestrictionPercentage', 'testRunCompletedAt', 'isTwin', 'model', 'serialNumber'],
  ...['lastKnownLocalIP', 'lastKnownPublicIP', 'lastKnownEthernetIP', 'lastKnownWifiIP'],
]);

export type Document = Readonly<Record<string, unknown>>;

export interface RobotState {
  readonly session: Omit<RobotSessionState, 'stopEpoch' | 'lease' | 'control'>;
  /** rad */
  readonly joints: JointAngles;
  /** Names of the obstacles of the planning scene. */
  readonly obstacles: readonly string[];
  /** State and simulated faults of each device, by id. */
  readonly devices: Readonly<Record<string, unknown>>;
}

/** State of a cell that a test can change and a reset restores. */
export interface CellState {
  readonly documents: Readonly<Record<string, Readonly<Record<string, Document>>>>;
  readonly robots: Readonly<Record<RobotKind, RobotState>>;
}

/** Calls the HTTP API below /api/v1. @throws Error with the answer when it is refused. */
export async function callCell(
  cell: RunningCell,
  method: string,
  path: string,
  { body, robotKind }: { readonly body?: unknown; readonly robotKind?: RobotKind } = {},
): Promise<unknown> {
  const response = await fetch(`${cell.url}/api/v1${path}`, {
    method,
    headers: {
      authorization: `Bearer ${cell.client.adminKey}`,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(robotKind && { 'robot-kind': robotKind }),
    },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
}

export async function readCellState(cell: RunningCell): Promise<CellState> {
  const [documents, simulated, live] = await Promise.all([
    readDocuments(cell),
    readRobot(cell, 'simulated'),
    readRobot(cell, 'live'),
  ]);
  return { documents, robots: { simulated, live } };
}

const pageSchema = z.object({ items: z.array(z.looseObject({ id: z.string() })) });

async function readDocuments(cell: RunningCell): Promise<CellState['documents']> {
  const collections = resettable.map(async ({ name, path }) => [name, await listDocuments(cell, path)] as const);
  return Object.fromEntries(await Promise.all(collections));
}

/** Returns every document of a collection, by id, without its volatile fields. */
export async function listDocuments(cell: RunningCell, path: string): Promise<Record<string, Document>> {
  const found: Record<string, Document> = {};
  const limit = 200;
  for (let offset = 0; ; offset += limit) {
    const { items } = pageSchema.parse(await callCell(cell, 'GET', `/cell/${path}?limit=${limit}&offset=${offset}`));
    for (const item of items) found[item.id] = withoutVolatile(item);
    if (items.length < limit) return found;
  }
}

function withoutVolatile(document: Document): Document {
  return Object.fromEntries(Object.entries(document).filter(([field]) => !volatile.has(field)));
}

const positionSchema = z.object({ joint_rotations: jointAnglesSchema });
const sessionSchema = z.object({ state: robotSessionStateSchema });
const sceneSchema = z.object({ obstacles: z.array(z.looseObject({ name: z.string() })) });

export async function readRobot(cell: RunningCell, robotKind: RobotKind): Promise<RobotState> {
  const [session, joints, scene, devices] = await Promise.all([
    readSession(cell, robotKind),
    readJoints(cell, robotKind),
    callCell(cell, 'GET', `/cell/planning-scene?robotKind=${robotKind}`),
    readDevices(cell, robotKind),
  ]);
  return { session, joints, obstacles: sceneSchema.parse(scene).obstacles.map(({ name }) => name), devices };
}

async function readSession(cell: RunningCell, robotKind: RobotKind): Promise<RobotState['session']> {
  const { state } = sessionSchema.parse(await callCell(cell, 'GET', `/cell/robots/${robotKind}/state`));
  const { stopEpoch: _epoch, lease: _lease, control: _control, ...session } = state;
  // Versions of the settings increase with every change.
  return { ...session, safetyRules: { ...session.safetyRules, storedVersion: null, inForce: null } };
}

export async function readJoints(cell: RunningCell, robotKind: RobotKind): Promise<JointAngles> {
  return positionSchema.parse(await callCell(cell, 'GET', '/movement/position/arm', { robotKind })).joint_rotations;
}

async function readDevices(cell: RunningCell, robotKind: RobotKind): Promise<RobotState['devices']> {
  const ids = Object.keys(await listDocuments(cell, 'equipment'));
  const states = ids.map(async (id) => [id, await readDevice(cell, id, robotKind)] as const);
  return Object.fromEntries(await Promise.all(states));
}

/** Returns state and simulated faults of a device; null while it is switched off. */
export async function readDevice(cell: RunningCell, id: string, robotKind: RobotKind): Promise<unknown> {
  const read = (part: string) => callCell(cell, 'GET', `/cell/equipment/${id}/${part}`, { robotKind });
  try {
    const [state, rehearsal] = await Promise.all([read('state'), read('rehearsal')]);
    return { state: equipmentLiveStateSchema.parse(state), faults: rehearsalSchema.parse(rehearsal).active };
  } catch {
    return null;
  }
}

export const robotKinds: readonly RobotKind[] = robotKindSchema.options;
