// Timed: the commander of the arm is in this process, and must send to the controller every 200 ms.
import { factorySpeedProfiles } from '@cellwright/domain/robot';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRunnerCell } from '../src/testing/runner-cell.fixture.ts';

let cell: Awaited<ReturnType<typeof startRunnerCell>>;
const state = async () => (await cell.runner.snapshot()).state;
const untilKind = (kind: string) =>
  vi.waitFor(async () => expect((await state()).kind).toBe(kind), { timeout: 15_000, interval: 50 });

beforeAll(async () => {
  cell = await startRunnerCell();
  await untilKind('Idle');
  await cell.runner.command('setBrakes', { state: 'disengaged' });
});
afterAll(() => cell.stop());

/** Holds a jog of joint 3 until the condition holds, then releases it. */
async function holdUntil(commandID: string, velocity: number, isDone: () => Promise<boolean>): Promise<void> {
  await cell.runner.command('jog', { jogKind: 'joint', velocities: [0, 0, 0, velocity, 0, 0], commandID });
  const beat = async () => {
    await cell.runner.command('holdHeartbeat', { commandID });
    expect(await isDone()).toBe(true);
  };
  await vi.waitFor(beat, { timeout: 15_000, interval: 60 });
  await cell.runner.command('stopJog', { commandID });
  await untilKind('Failure');
}

describe('a real controller, over its connection', () => {
  it('allows a slow jog back from a joint limit, and recovers then', async () => {
    await cell.runner.command('injectFault', { fault: 'jointLimit', joint: 3, size: 0.03 });
    await untilKind('Failure');
    expect(await state()).toMatchObject({
      failure: { kind: 'JointLimitFailure', recoveryKind: 'GuidedMode' },
      contact: { jointsBeyondLimits: [3] },
    });
    expect(await cell.runner.send('recover')).toMatchObject({ ok: false, error: { code: 'recovery_error' } });
    await holdUntil('back', -0.5, async () => (await state()).contact.jointsBeyondLimits.length === 0);
    await cell.runner.command('recover');
    expect(await state()).toMatchObject({ kind: 'Idle', failure: null });
  }, 40_000);

  it('stops at a torque above the threshold of the active profile, and is freed by moving away', async () => {
    const [base] = factorySpeedProfiles;
    if (!base) throw new Error('there is no profile');
    const careful = { ...base, id: 'careful', factoryPreset: 'none' as const, collisionThresholds: Array(6).fill(10) };
    cell.peers.script.speedProfiles.set('careful', careful);
    await cell.runner.command('changeRoutineSpeedProfile', { speedProfileID: 'careful' });
    await cell.runner.command('injectFault', { fault: 'torqueCollision', joint: 3, size: 15 });
    await untilKind('Failure');
    expect(await state()).toMatchObject({
      failure: { kind: 'TorqueCollisionFailure', recoveryKind: 'ManualRecoveryMode' },
      contact: { pressedJoints: [3] },
      speedProfile: { id: 'careful' },
    });
    await holdUntil('away', -0.5, async () => (await state()).contact.pressedJoints.length === 0);
    await cell.runner.command('recover');
    expect((await state()).kind).toBe('Idle');
  }, 40_000);

  it('shows its LEDs, and passes the profile to the plans of moves', async () => {
    const pattern = { kind: 'solid', color: { red: 0, green: 128, blue: 255 } };
    await cell.runner.command('setLEDPattern', { pattern });
    await vi.waitFor(async () => expect((await state()).leds[47]).toBe('#0080ff'), { timeout: 5000 });
    await cell.runner.command('changeRoutineSpeedProfile', { speedProfileID: 'safest' });
    expect(await cell.runner.command('getGlobalSpeedLimits')).toMatchObject({ active: { maxTooltipSpeed: 0.25 } });
  });
});
