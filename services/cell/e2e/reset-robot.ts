/** Resets a cell that tests share to its initial state. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { findPortByName, type RobotKind, robotPortLists, writablePortKindSchema } from '@cellwright/domain/robot';
import { anyEntity } from '@cellwright/entities';
import * as z from 'zod';
import { openSession, type SessionClient } from '../src/cli/cell-client.ts';
import {
  type CellState,
  callCell,
  type Document,
  listDocuments,
  type RobotState,
  readCellState,
  readDevice,
  readRobot,
  resettable,
  robotKinds,
} from './cell-state.ts';
import { persist, within } from './faults/fault-cell.fixture.ts';
import { type RunningCell, waitUntil } from './harness.ts';

const exampleRecords = anyEntity('exampleRecords');
const versionSchema = z.looseObject({ version: z.number() });
const portsSchema = z.array(z.looseObject({ name: z.string() }));

/** Maximum time for a part of a reset on a busy machine, ms. */
const patienceMS = 40_000;

const freshStatePath = (cell: RunningCell) => join(cell.dataPath, 'fresh-state.json');

/** Waits until a newly started cell has settled, and stores its state for `resetRobot`. */
export async function rememberFreshState(cell: RunningCell): Promise<void> {
  let last: CellState | undefined;
  let isSettled = false;
  await waitUntil(async () => {
    const state = await readCellState(cell).catch(() => undefined);
    isSettled =
      state !== undefined && isDeepStrictEqual(state, last) && robotKinds.every((kind) => isReady(state, kind));
    last = state;
    return isSettled;
  }, patienceMS);
  writeFileSync(freshStatePath(cell), JSON.stringify(last));
}

function isReady({ robots }: CellState, kind: RobotKind): boolean {
  const { session } = robots[kind];
  return session.kind === 'Idle' && session.isControllerConnected && session.safetyRules.status === 'inForce';
}

export function readFreshState(cell: RunningCell): CellState {
  // Sound: rememberFreshState wrote it.
  return JSON.parse(readFileSync(freshStatePath(cell), 'utf8')) as CellState;
}

/**
 * Stops both robots of a cell and restores the state stored by `rememberFreshState`: robots, devices, scene and every
 * stored document. History is kept: runs, notifications, the audit log, versions of documents.
 * @throws Error naming what could not be restored.
 */
export async function resetRobot(cell: RunningCell): Promise<void> {
  const fresh = readFreshState(cell);
  const sessions = await Promise.all(
    robotKinds.map(async (kind) => [kind, await openSession(cell.client, kind)] as const),
  );
  try {
    await Promise.all(sessions.map(([kind, session]) => endEverything(cell, kind, session, fresh.robots[kind])));
    await resetDocuments(cell, fresh);
    await restartDevices(cell, fresh);
    await Promise.all(sessions.map(([kind, session]) => restoreRobot(cell, kind, session, fresh.robots[kind])));
  } finally {
    for (const [, session] of sessions) session.close();
  }
  await expectFresh(cell, fresh);
}

/** Ends every motion, run, press and failure, abandons unfinished runs with their objects, and unloads the routine. */
async function endEverything(
  cell: RunningCell,
  kind: RobotKind,
  session: SessionClient,
  { session: { tool } }: RobotState,
): Promise<void> {
  await session.send('stop', {});
  await session.send('takeOverControl', {});
  const inputs = Object.keys(session.state.io).filter((name) => !isOutput(name));
  await Promise.all(inputs.map((name) => session.send('forceInput', { name, level: null })));
  await session.send('setContactSurfaces', { surfaces: [] });
  if (session.state.isROSControlEnabled) await session.send('setROSControlEnabled', { isEnabled: false });
  for (const joint of session.state.unbrakedJoints) await session.send('unbrakeJoint', { joint, isUnbraked: false });
  await within(patienceMS, `the ${kind} robot recovers`, leaveFailure(session));
  await session.send('unloadRoutine', {});
  for (const { run } of session.state.resumePlaces ?? []) await session.send('giveUpRun', { runID: run.id });
  await session.send('clearVisualization', {});
  // A device on the flange cannot be removed.
  if (session.state.tool.equipmentID !== tool.equipmentID)
    await session.send('setTool', { equipmentID: tool.equipmentID });
  await removeObstacles(cell, kind);
}

async function leaveFailure(session: SessionClient): Promise<void> {
  await session.waitFor(({ kind }) => kind === 'Idle' || kind === 'Failure');
  if (session.state.kind === 'Failure') {
    if (session.state.brakes === 'disengaged') await session.send('setBrakes', { state: 'engaged' });
    // Refused until the controller has received the released inputs.
    await persist(() => session.send('recover', {}), patienceMS / 2);
  }
  await session.waitFor(({ kind }) => kind === 'Idle');
}

async function removeObstacles(cell: RunningCell, kind: RobotKind): Promise<void> {
  const { obstacles } = await readRobot(cell, kind);
  const path = (name: string) => `/cell/planning-scene/obstacles/${encodeURIComponent(name)}?robotKind=${kind}`;
  // Obstacles of space items are refused here, and are removed with their items.
  for (const name of obstacles) await callCell(cell, 'DELETE', path(name)).catch(() => undefined);
}

/** Removes documents created by tests and restores those that they changed. */
async function resetDocuments(cell: RunningCell, { documents }: CellState): Promise<void> {
  // Their routines and devices are removed below.
  for (const id of Object.keys(await listDocuments(cell, exampleRecords.path)))
    await callCell(cell, 'PATCH', `/cell/${exampleRecords.path}/${id}`, { body: { brought: [] } });
  for (const { name, path } of resettable) {
    const wanted = documents[name] ?? {};
    const present = await listDocuments(cell, path);
    await removeAll(
      cell,
      Object.keys(present)
        .filter((id) => !(id in wanted))
        .map((id) => `/cell/${path}/${encodeURIComponent(id)}`),
    );
    for (const [id, document] of Object.entries(wanted)) {
      const current = present[id];
      if (!current) await callCell(cell, 'POST', `/cell/${path}/${encodeURIComponent(id)}/restore`);
      const changed = changeOf(current ?? {}, document);
      const change = name === 'robots' ? withNamesAlone(changed, current ?? {}) : changed;
      if (Object.keys(change).length > 0)
        await callCell(cell, 'PATCH', `/cell/${path}/${encodeURIComponent(id)}`, { body: change });
    }
  }
}

/** Removes in rounds: a referenced document is removed after the referencing one. */
async function removeAll(cell: RunningCell, paths: readonly string[]): Promise<void> {
  let left = paths;
  while (left.length > 0) {
    const refused: string[] = [];
    let reason: unknown;
    for (const path of left) {
      await callCell(cell, 'DELETE', path).catch((error: unknown) => {
        reason = error;
        refused.push(path);
      });
    }
    if (refused.length === left.length) throw reason;
    left = refused;
  }
}

/** Returns a merge patch of the fields that differ. */
function changeOf(current: Document, wanted: Document): Document {
  const added = Object.keys(current).filter((field) => !(field in wanted));
  const changed = Object.entries(wanted).filter(([field, value]) => !isDeepStrictEqual(current[field], value));
  return { ...Object.fromEntries(added.map((field) => [field, null])), ...Object.fromEntries(changed) };
}

/**
 * Returns the part of a change to a robot that users can make: of its ports only the names. The owners of ports change
 * with the devices.
 */
function withNamesAlone(change: Document, current: Document): Document {
  const lists = Object.keys(robotPortLists).filter((list) => list in change);
  const renamed = lists.flatMap((list) => {
    const [wanted, present] = [portsSchema.parse(change[list]), portsSchema.parse(current[list])];
    const ports = present.map((port, index) => ({ ...port, name: wanted[index]?.name ?? port.name }));
    return isDeepStrictEqual(ports, present) ? [] : [[list, ports] as const];
  });
  const others = Object.entries(change).filter(([field]) => !lists.includes(field));
  return Object.fromEntries([...others, ...renamed]);
}

/** Restores settings, outputs, tool, position and brakes of a robot at rest, and its devices. */
async function restoreRobot(
  cell: RunningCell,
  kind: RobotKind,
  session: SessionClient,
  fresh: RobotState,
): Promise<void> {
  const { session: wanted } = fresh;
  // Restored safety rules come into force with the brakes engaged, and then release their ports.
  await session.send('setBrakes', { state: 'engaged' });
  const { version } = versionSchema.parse(await callCell(cell, 'GET', '/cell/safety-settings/1'));
  // The rules of before are in force until the robot has received the restored ones.
  const inForce = session.waitFor(
    ({ safetyRules: { status, storedVersion } }) => status === 'inForce' && storedVersion === version,
  );
  await within(patienceMS, `the safety rules of the ${kind} robot are in force`, inForce);
  await session.send('setSpeedRestrictionPercentage', { value: wanted.speedRestrictionPercentage });
  await session.send('setTestRunSpeed', { value: wanted.testRunSpeed });
  await session.send('setRobotPayload', { mass: wanted.payload.mass });
  await session.send('setAntigravityConfigs', wanted.antigravity);
  await session.send('setLEDPattern', { pattern: { kind: 'off' } });
  if (session.state.speedProfile.id !== wanted.speedProfile.id)
    await session.send('changeRoutineSpeedProfile', { speedProfileID: wanted.speedProfile.id });
  await session.send('setJerkLimit', { jerkLimit: null });
  await restoreOutputs(session, wanted.io);
  await restorePlace(cell, kind, session, fresh);
  await session.send('setControlMode', { kind: wanted.controlMode });
  await session.send('setBrakes', { state: wanted.brakes });
  await session.send('releaseControl', {});
}

function isOutput(name: string): boolean {
  return writablePortKindSchema.safeParse(findPortByName(name)?.kind).success;
}

async function restoreOutputs(session: SessionClient, wanted: RobotState['session']['io']): Promise<void> {
  const outputs = Object.entries(wanted).flatMap(([name, level]) => {
    const port = findPortByName(name);
    const kind = writablePortKindSchema.safeParse(port?.kind);
    return port && kind.success && session.state.io[name] !== level
      ? [{ kind: kind.data, port: port.port, level }]
      : [];
  });
  if (outputs.length > 0) await persist(() => session.send('setOutputIO', { outputs }), patienceMS / 2);
}

/** Switches devices used by a test off and on: their simulators start again, in their initial state without faults. */
async function restartDevices(cell: RunningCell, { robots }: CellState): Promise<void> {
  for (const id of Object.keys(robots.simulated.devices)) {
    const isFresh = robotKinds.map(async (kind) =>
      isDeepStrictEqual(await readDevice(cell, id, kind), robots[kind].devices[id]),
    );
    if ((await Promise.all(isFresh)).every(Boolean)) continue;
    for (const isEnabled of [false, true])
      await callCell(cell, 'PATCH', `/cell/equipment/${id}`, { body: { isEnabled } });
  }
}

async function restorePlace(
  cell: RunningCell,
  kind: RobotKind,
  session: SessionClient,
  { joints }: RobotState,
): Promise<void> {
  const { joints: current } = await readRobot(cell, kind);
  if (current.every((angle, joint) => Math.abs(angle - (joints[joint] ?? 0)) < 1e-6)) return;
  await session.send('setControlMode', { kind: 'api' });
  await session.send('setBrakes', { state: 'disengaged' });
  const { result } = await session.send('moveToJointSpacePoint', { jointAngles: joints, isHeld: false });
  if (result !== 'Success') throw new Error(`The ${kind} arm cannot return to its start: ${result}`);
}

async function expectFresh(cell: RunningCell, fresh: CellState): Promise<void> {
  let present = fresh;
  const isFresh = async () => {
    present = await readCellState(cell);
    return differencesOf(present, fresh).length === 0;
  };
  await waitUntil(isFresh, patienceMS).catch(() => {
    throw new Error(`The reset left the cell different:\n${differencesOf(present, fresh).join('\n')}`);
  });
}

/** Returns each place at which two values differ, as `path: present, not wanted`. Numbers may differ by rounding. */
export function differencesOf(present: unknown, wanted: unknown, path = ''): string[] {
  if (typeof present === 'number' && typeof wanted === 'number' && Math.abs(present - wanted) < 1e-6) return [];
  if (isObject(present) && isObject(wanted)) {
    const fields = new Set([...Object.keys(present), ...Object.keys(wanted)]);
    return [...fields].flatMap((field) =>
      differencesOf(Reflect.get(present, field), Reflect.get(wanted, field), path === '' ? field : `${path}.${field}`),
    );
  }
  if (isDeepStrictEqual(present, wanted)) return [];
  return [`${path}: ${JSON.stringify(present)}, not ${JSON.stringify(wanted)}`];
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
