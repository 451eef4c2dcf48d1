import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createKinematics, largeArm, restPoseFromTool0, writeUrdf } from '@cellwright/arm';
import type { JointAngles } from '@cellwright/domain/robot';
import { composePoses } from '@cellwright/geometry';
import { makeAuthority } from '@cellwright/service-kit/testing/certificates';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { serviceNames } from '@cellwright/topology';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { openSession } from '../src/cli/cell-client.ts';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { makeDataPath, runToEnd, spawnCell, startCell } from './harness.ts';

const signalTower = fileURLToPath(new URL('../../../examples/routines/signal-tower.json', import.meta.url));
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

describe('settings of a service in the environment of a whole cell', () => {
  it('pass LIVE_ROBOT=real to the runner', async () => {
    const session = await openSession(faults.cell.client, 'live');
    expect(session.state).toMatchObject({ isTwin: false, kind: 'Constructing', isControllerConnected: false });
    session.close();
  });

  it('reach the service in a separate process', () => {
    const env = readFileSync(`/proc/${faults.pidOf('routine-runner')}/environ`, 'utf8').split('\0');
    expect(env).toContain('KEEP_RUNS=7');
  });

  it('pass the secret of the bus only to the processes that use it', () => {
    const knows = (name: string) => readFileSync(`/proc/${faults.pidOf(name)}/environ`, 'utf8').includes('BUS_SECRET=');
    expect(['gateway', 'routine-runner', 'controller-simulated', 'controller-twin'].map(knows)).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });
});

it('make an arm given as URDF the arm of the whole cell', async () => {
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
    // Requests the return path from the planner.
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
    .poll(async () => (await faults.call('GET', '/robots/simulated')).text)
    .toContain('"model":"borrowed_arm"');
}, 60_000);

it('refuse a URDF without an arm by name before any process starts', async () => {
  const path = join(folder, 'broken.urdf');
  writeFileSync(path, '<robot name="nothing"/>');
  const { code, output } = await runToEnd(
    spawnCell('compact', { CELLWRIGHT_DATA: join(folder, 'data'), PORT: '0', ROBOT_ARM: path }),
  );
  expect(code).not.toBe(0);
  expect(output).toMatch(/ROBOT_ARM: .*broken\.urdf describes no arm/);
}, 60_000);

inExhaustiveRuns(() => {
  it.each(['compact', 'processes'] as const)(
    'mutual TLS between services: the shape %s proves and plays a routine, also after its certificates were replaced',
    async (shape) => {
      const [authority, next] = [makeAuthority(), makeAuthority()];
      const tls = authority.issue(...serviceNames, 'bus-hub');
      tls.trust(next);
      const data = makeDataPath();
      const cell = await startCell(shape, data.path, tls.env);
      try {
        expect(await cell.runCli('routine', ['prove', signalTower])).toMatchObject({ code: 0 });
        const renewed = next.issue(...serviceNames, 'bus-hub');
        renewed.trust(authority);
        tls.replaceBy(renewed);
        // One run per second until the services have read the files again, and one after that.
        for (let second = 0; second < 4; second++)
          expect(await cell.runCli('routine', ['prove', signalTower])).toMatchObject({ code: 0 });
        expect(await cell.runCli('routine', ['run', signalTower, '--yes'])).toMatchObject({ code: 0 });
      } finally {
        await cell.stop();
        data.remove();
        for (const each of [authority, next]) each.remove();
      }
    },
    180_000,
  );
});
