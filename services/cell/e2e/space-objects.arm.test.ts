import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { writeBinaryStl } from '@cellwright/geometry/mesh';
import { boxMesh } from '@cellwright/geometry/mesh/testing';
import { expect, it } from 'vitest';
import * as z from 'zod';
import type { SessionClient } from '../src/cli/cell-client.ts';
import { accessArmCell } from './arm-cell.ts';
import type { CellAccess } from './faults/fault-cell.fixture.ts';
import { ready, type StepSketch, sketchFile } from './faults/routines.fixture.ts';
import { waitUntil } from './harness.ts';

const faults = accessArmCell();

type Joints = [number, number, number, number, number, number];
const [, ...bent] = ready;
const left: Joints = [0.8, ...bent];
const right: Joints = [-0.8, ...bent];

/** In front of the arm, in the path of a swing from left to right; a file in millimetres. */
const crate = boxMesh(180, 180, 180);
const corner = { x: 0.61, y: 0.1, z: 0.51, i: 0, j: 0, k: 0, w: 1 };
const idSchema = z.looseObject({ id: z.string() });
const sceneSchema = z.looseObject({ obstacles: z.array(z.looseObject({ name: z.string() })) });

it('keeps an arm clear of an uploaded mesh in routines and manual moves until it is removed', async () => {
  const session = await faults.openReadySession('simulated');
  try {
    await go(session, left);
    const file = await upload(faults);
    expect(await upload(faults)).toEqual(file);
    const object = { kind: 'environmentObject', name: 'Crate', fileURL: file.fileURL, scale: 0.001, pose: corner };
    const { id } = await ask(faults, idSchema, 'POST', '/space-items', { ...object, global: true });
    await untilObstacles(faults, ['Crate']);

    expect(await go(session, right)).toMatchObject({ result: expect.stringContaining("would touch 'Crate'") });
    await go(session, left);
    expect(await playRound(faults, session)).toMatchObject([
      { data: { message: expect.stringMatching(/^Detour: .* would touch 'Crate'$/) } },
    ]);

    const refused = await faults.call('DELETE', `/space-files/${file.id}`);
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining("used by 'Crate'")]);
    await ask(faults, z.unknown(), 'DELETE', `/space-items/${id}`);
    await untilObstacles(faults, []);
    await go(session, left);
    expect(await go(session, right)).toMatchObject({ result: 'Success' });
    expect((await faults.call('DELETE', `/space-files/${file.id}`)).status).toBe(200);
  } finally {
    session.close();
  }
}, 240_000);

it('accepts objects from the command line', async () => {
  try {
    const path = join(faults.cell.dataPath, 'vice.stl');
    writeFileSync(path, writeBinaryStl(crate));
    const added = await faults.cell.runCli('scene', ['add', path, '--at', '0.5,0,0.1', '--unit', 'mm']);
    expect([added.code, added.stdout]).toEqual([0, expect.stringContaining('vice added as an obstacle')]);
    await untilObstacles(faults, ['vice']);
    const [id = ''] = added.stdout.split(' ');
    expect((await faults.cell.runCli('scene', ['list'])).stdout).toContain(`${id}  vice  vice.stl`);
    writeFileSync(path, writeBinaryStl(crate).subarray(0, 300));
    const broken = await faults.cell.runCli('scene', ['upload', path]);
    expect([broken.code, broken.stderr]).toEqual([1, expect.stringContaining('is cut off')]);
    expect((await faults.cell.runCli('scene', ['remove', id])).code).toBe(0);
    await untilObstacles(faults, []);
  } finally {
  }
}, 180_000);

async function ask<T>(
  { call }: CellAccess,
  schema: z.ZodType<T>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const { status, text } = await call(method, path, body && JSON.stringify(body));
  expect([status, text]).toEqual([200, expect.any(String)]);
  return schema.parse(text === '' ? {} : JSON.parse(text));
}

async function upload({ call }: CellAccess): Promise<{ id: string; fileURL: string }> {
  const bytes = Buffer.from(writeBinaryStl(crate));
  const headers = { 'content-type': 'application/octet-stream' };
  const { status, text } = await call('POST', '/space-files?fileName=crate.stl', bytes, headers);
  expect([status, text]).toEqual([200, expect.stringContaining('"triangleCount":12')]);
  return z.object({ id: z.string(), fileURL: z.string() }).parse(JSON.parse(text));
}

async function untilObstacles(faults: CellAccess, names: readonly string[]): Promise<void> {
  await waitUntil(async () => {
    const { obstacles } = await ask(faults, sceneSchema, 'GET', '/planning-scene');
    return JSON.stringify(obstacles.map(({ name }) => name)) === JSON.stringify(names);
  }, 20_000);
}

function go(session: SessionClient, jointAngles: Joints) {
  return session.send('moveToJointSpacePoint', { jointAngles, isHeld: false });
}

async function playRound(faults: CellAccess, session: SessionClient) {
  const file = sketchFile('routine_round', [moveTo('left', left), moveTo('right', right)]);
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(file));
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'completed' });
  return (await faults.readJournal(runID)).filter(({ event }) => event === 'stepWarning');
}

function moveTo(name: string, jointAngles: Joints): StepSketch {
  const waypoint = {
    id: `step_${name}_waypoint`,
    stepKind: 'Waypoint',
    args: { shouldMatchJointAngles: true, target: { jointAngles } },
  };
  return { id: `step_${name}`, stepKind: 'MoveArmToV2', args: { motionSpeed: 100 }, steps: [waypoint] };
}
