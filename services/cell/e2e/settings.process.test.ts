import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createKinematics, largeArm, restPoseFromTool0, writeUrdf } from '@cellwright/arm';
import type { JointAngles } from '@cellwright/domain';
import { composePoses } from '@cellwright/geometry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { runToEnd, spawnCell } from './harness.ts';

const folder = mkdtempSync(join(tmpdir(), 'cellwright-arm-'));
let faults: FaultCell;
const urdf = { ...largeArm, name: 'borrowed_arm' };

beforeAll(async () => {
  const path = join(folder, 'borrowed.urdf');
  writeFileSync(path, writeUrdf(urdf));
  faults = await startFaultCell('compact', { ROBOT_ARM: path, LIVE_ROBOT: 'real', KEEP_RUNS: '7' });
}, 120_000);
afterAll(async () => {
  await faults.remove();
  rmSync(folder, { recursive: true });
}, 60_000);

describe('settings of a service, given to a whole cell', () => {
  it('reach it: a real robot is not taken for its twin', async () => {
    const session = await openSession(faults.cell.client, 'live');
    expect(session.state).toMatchObject({ isTwin: false, kind: 'Constructing', isControllerConnected: false });
    session.close();
  });

  it('reach it in its own process', () => {
    const env = readFileSync(`/proc/${faults.pidOf('routine-runner')}/environ`, 'utf8').split('\0');
    expect(env).toContain('KEEP_RUNS=7');
  });

  it('and the secret of the bus is told to no other process than those that use it', () => {
    const knows = (name: string) => readFileSync(`/proc/${faults.pidOf(name)}/environ`, 'utf8').includes('BUS_SECRET=');
    expect(['gateway', 'routine-runner', 'controller-simulated', 'controller-twin'].map(knows)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

it('an arm given as URDF is the arm of the whole cell', async () => {
  const session = await faults.openReadySession('simulated');
  try {
    const jointAngles: JointAngles = [0.2, -0.1, 1.5, 0.1, -1.4, 0.1];
    expect(await session.send('moveToJointSpacePoint', { jointAngles, isHeld: false })).toMatchObject({
      result: 'Success',
    });
    const { pose } = z
      .object({ pose: z.record(z.string(), z.number()) })
      .parse(await session.send('forwardKinematics', { jointAngles }));
    const { tool } = session.state;
    const expected = restPoseFromTool0(composePoses(createKinematics(urdf).computeTipPose(jointAngles), tool.tcp));
    for (const [axis, value] of Object.entries(expected)) expect(pose[axis]).toBeCloseTo(value, 9);
    // The planner is asked for the way back.
    const found = z
      .object({ jointAngles: z.array(z.number()) })
      .parse(await session.send('inverseKinematics', { pose: expected, seed: jointAngles }));
    found.jointAngles.forEach((angle, joint) => {
      expect(angle).toBeCloseTo(jointAngles[joint] ?? 0, 6);
    });
  } finally {
    session.close();
  }
  await expect
    .poll(async () => (await faults.call('GET', '/robots/simulated')).text, { timeout: 10_000 })
    .toContain('"model":"borrowed_arm"');
}, 60_000);

it('a URDF of no arm is refused by name before anything is started', async () => {
  const path = join(folder, 'broken.urdf');
  writeFileSync(path, '<robot name="nothing"/>');
  const { code, output } = await runToEnd(
    spawnCell('compact', { CELLWRIGHT_DATA: join(folder, 'data'), PORT: '0', ROBOT_ARM: path }),
  );
  expect(code).not.toBe(0);
  expect(output).toMatch(/ROBOT_ARM: .*broken\.urdf describes no arm/);
}, 60_000);
