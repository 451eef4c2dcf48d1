// Timed: a jog ends 250 ms after its last heartbeat.
import { setTimeout as sleep } from 'node:timers/promises';
import { createKinematics, defaultArm } from '@cellwright/arm';
import { type ControllerState, connectController, type RobotDriver } from '@cellwright/controller-link';
import { handMotionToolSpeed } from '@cellwright/domain/robot';
import { systemClock } from '@cellwright/service-kit';
import { anyProof } from '@cellwright/service-kit/testing/peers';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRunnerCell } from '../src/testing/runner-cell.fixture.ts';

let cell: Awaited<ReturnType<typeof startRunnerCell>>;
let watcher: RobotDriver;
beforeAll(async () => {
  cell = await startRunnerCell();
  await vi.waitFor(async () => expect((await cell.runner.snapshot()).state.kind).toBe('Idle'), { timeout: 10_000 });
  const line = await connectController({
    proof: anyProof,
    host: '127.0.0.1',
    port: cell.controller.port,
    clock: systemClock,
    commander: 'watcher',
    takesCommand: false,
  });
  if (!line.ok) throw new Error(line.reason);
  watcher = line.driver;
  await cell.runner.command('setBrakes', { state: 'disengaged' });
});
afterAll(async () => {
  await watcher.close();
  await cell.stop();
});

const kinematics = createKinematics(defaultArm);

/** Returns the speed of the tool (the bare flange), m/s. */
function toolSpeedOf({ positions, velocities }: ControllerState): number {
  const jacobian = kinematics.computeJacobian(positions);
  const component = (row: number) =>
    velocities.reduce((sum, velocity, joint) => sum + velocity * (jacobian[row * 6 + joint] ?? 0), 0);
  return Math.hypot(component(0), component(1), component(2));
}

/**
 * Jogs with a heartbeat every 100 ms, then stops sending; returns the actions of the controller with their times of
 * arrival.
 */
async function jogAndFallSilent(commandID: string, command: object, beats: number) {
  const seen: { at: number; speed: number; fastestJoint: number }[] = [];
  const stop = watcher.onState((state) => {
    const fastestJoint = Math.max(...state.velocities.map(Math.abs));
    seen.push({ at: performance.now(), speed: toolSpeedOf(state), fastestJoint });
  });
  await cell.runner.command('jog', { ...command, commandID });
  let lastSignAt = performance.now();
  for (let beat = 0; beat < beats; beat++) {
    await sleep(100);
    lastSignAt = performance.now();
    await cell.runner.command('holdHeartbeat', { commandID });
  }
  await expect.poll(async () => (await cell.runner.snapshot()).state.kind).toBe('Idle');
  stop();
  return { seen, lastSignAt };
}

const still = [0, 0, 0];
const wishes = [
  { jogKind: 'cartesian', frame: 'robotArm', linear: [0.25, 0, 0], angular: still },
  { jogKind: 'cartesian', frame: 'tool', linear: [-0.2, 0.2, 0.1], angular: [0.5, 0, 0] },
  { jogKind: 'cartesian', frame: 'world', linear: still, angular: [0, 1.5, 1] },
  { jogKind: 'joint', velocities: [2, -0.5, 0.5, 3, -3, 3] },
];

describe('jogging on the controller', () => {
  it('keeps the tool at or under 250 mm/s, also while it accelerates and decelerates', async () => {
    for (const [index, wish] of wishes.entries()) {
      const { seen } = await jogAndFallSilent(`speed ${index}`, wish, 8);
      expect(Math.max(...seen.map(({ fastestJoint }) => fastestJoint))).toBeGreaterThan(0.1);
      expect(Math.max(...seen.map(({ speed }) => speed))).toBeLessThanOrEqual(handMotionToolSpeed);
    }
  });

  it('decelerates when heartbeats are missing', async () => {
    // On a machine that is too busy to send heartbeats in time, the arm correctly stops before the silence: try again.
    for (let attempt = 1; ; attempt++) {
      // To and fro: a longer motion would stretch the arm out, and it would stop by itself.
      const linear = [attempt % 2 === 1 ? -0.25 : 0.25, 0, 0];
      const wish = { jogKind: 'cartesian', frame: 'robotArm', linear, angular: still };
      const { seen, lastSignAt } = await jogAndFallSilent(`silent ${attempt}`, wish, 10);
      const before = seen.filter(({ at }) => at < lastSignAt).at(-1)?.speed ?? 0;
      if (before < 0.05 && attempt < 10) continue;
      const slowed = seen.find(({ at, speed }) => at > lastSignAt && speed < before * 0.98);
      expect(before).toBeGreaterThan(0.05);
      // Five times the limit; the soak script checks the limit itself.
      expect((slowed?.at ?? Number.POSITIVE_INFINITY) - lastSignAt).toBeLessThan(5 * 300);
      break;
    }
  }, 60_000);

  it('decelerates when the client that jogs disconnects', async () => {
    await cell.runner.command('jog', { ...wishes[0], commandID: 'gone' });
    await sleep(200);
    await cell.runner.endSession();
    await vi.waitFor(() => expect(toolSpeedOf(watcher.state)).toBe(0), { timeout: 2000, interval: 5 });
    expect((await cell.runner.snapshot()).state.lease).toBeNull();
  });
});
