import type { StopKind } from '@cellwright/controller-link';
import type { FailureKind, RecoveryKind } from '@cellwright/domain/robot';
import { describe, expect, it } from 'vitest';
import { joint0, startIdle, startMoving } from '../testing/moving-cell.fixture.ts';

type Cell = Awaited<ReturnType<typeof startIdle>>;

const jog = (cell: Cell, joint: number, velocity: number, commandID: string) =>
  cell.ask('jog', {
    jogKind: 'joint',
    velocities: [0, 0, 0, 0, 0, 0].map((_, index) => (index === joint ? velocity : 0)),
    commandID,
  });

/** Holds a jog for some time, then releases it. */
async function hold(cell: Cell, joint: number, velocity: number, ms: number, commandID: string) {
  const started = await jog(cell, joint, velocity, commandID);
  const beats: unknown[] = [];
  for (let passed = 0; passed < ms; passed += 100) {
    await cell.clock.advance(100);
    const beat = await cell.ask('holdHeartbeat', { commandID });
    if (beat.ok) beats.push(beat.result);
  }
  await cell.ask('stopJog', { commandID });
  await cell.clock.advance(500);
  return { started, beats };
}

describe('the ways out of a failure', () => {
  it.each<[StopKind, FailureKind, RecoveryKind]>([
    ['safetyWatchdog', 'SafetyWatchdogFailure', 'Recoverable'],
    ['jointLimit', 'JointLimitFailure', 'GuidedMode'],
    ['collision', 'CollisionFailure', 'ManualRecoveryMode'],
    ['torqueCollision', 'TorqueCollisionFailure', 'ManualRecoveryMode'],
    ['powerBoard', 'PowerBoardFailure', 'Restart'],
    ['unbrakeFailed', 'UnbrakeFailure', 'Recoverable'],
    ['armControlTimeout', 'ArmControlTimeoutFailure', 'Recoverable'],
  ])('%s fails the run as %s', async (cause, kind, recoveryKind) => {
    const cell = await startMoving();
    await cell.clock.advance(500);
    cell.robot.fault('joint 2', cause);
    await cell.clock.advance(300);
    expect(cell.state()).toMatchObject({ kind: 'Failure', failure: { kind, recoveryKind }, run: { status: 'failed' } });
  });

  it('name the remedy to a client whose move is refused', async () => {
    const cell = await startIdle();
    cell.robot.push(0, 7);
    cell.robot.fault('joint 0', 'jointLimit');
    await cell.clock.advance(100);
    expect(await cell.ask('moveJointRelative', { joint: 0, offset: -1, isHeld: false })).toMatchObject({
      error: { code: 'robot_not_idle', message: 'The arm cannot be moved after a failure. Recover first' },
    });
    expect(await cell.ask('setROSControlEnabled', { isEnabled: true })).toMatchObject({
      error: { message: 'ROS cannot control the arm after a failure. Recover first' },
    });
    expect((await cell.ask('startAntigravity', {})).ok).toBe(true);
    expect(await jog(cell, 1, 0.1, 'late')).toMatchObject({
      error: { message: 'The arm cannot be moved while guided mode is on. End guided mode first' },
    });
  });

  it('lead by guiding, slowly, back to Failure, which is recovered when the joint is within its limits', async () => {
    const cell = await startIdle();
    cell.robot.push(0, 7);
    cell.robot.fault('joint 0', 'jointLimit');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Failure', contact: { jointsBeyondLimits: [0] } });
    expect(await cell.ask('recover')).toMatchObject({
      ok: false,
      error: { code: 'recovery_error', message: expect.stringMatching(/^Joint 0 is beyond its limit/) },
    });
    expect((await cell.ask('startAntigravity', {})).ok).toBe(true);
    expect(cell.state().kind).toBe('AntigravitySlow');
    expect(await cell.ask('recover')).toMatchObject({ ok: false, error: { code: 'recovery_error' } });
    cell.robot.push(0, -5);
    await cell.ask('stopAntigravity');
    await cell.clock.advance(100);
    expect(cell.state()).toMatchObject({ kind: 'Failure', contact: { jointsBeyondLimits: [] } });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state()).toMatchObject({ kind: 'Idle', failure: null });
  });

  it('lead by a slow held jog, only the way back within the limits', async () => {
    const cell = await startIdle();
    cell.robot.push(0, 6.4);
    cell.robot.fault('joint 0', 'jointLimit');
    await cell.clock.advance(100);
    const stood = joint0(cell);
    const further = await hold(cell, 0, 0.5, 300, 'further');
    expect(further.beats).toContainEqual({
      isActive: true,
      heldBy: expect.stringContaining('Jog joint 0 the other way'),
    });
    expect(joint0(cell)).toBe(stood);
    const other = await hold(cell, 1, 0.5, 300, 'other');
    expect(other.beats).toContainEqual({ isActive: true, heldBy: expect.stringContaining('joint 0') });
    await hold(cell, 0, -3, 500, 'back');
    expect(stood - joint0(cell)).toBeGreaterThan(0.02);
    expect(stood - joint0(cell)).toBeLessThan(0.1);
    expect(cell.state().kind).toBe('Failure');
  });

  it('lead away from a contact and never into it, and recover only from a free arm', async () => {
    const cell = await startIdle();
    cell.robot.press([0, 0, 60, 0, 0, 0]);
    cell.robot.fault('joint 2', 'torqueCollision');
    await cell.clock.advance(100);
    expect(cell.state().contact.pressedJoints).toEqual([2]);
    const refused = await cell.ask('recover');
    expect(refused).toMatchObject({
      ok: false,
      error: { message: expect.stringMatching(/^An external force acts on joint 2/) },
    });
    const before = cell.robot.state.positions[2];
    await hold(cell, 2, 1, 300, 'into');
    expect(cell.robot.state.positions[2]).toBe(before);
    await jog(cell, 2, -1, 'away');
    await cell.clock.advance(100);
    expect(cell.state().kind).toBe('Recovering');
    expect(cell.robot.state.velocities[2]).toBeCloseTo(-0.1, 6);
    cell.robot.press([]);
    await cell.clock.advance(600);
    expect(cell.state()).toMatchObject({ kind: 'Failure', contact: { pressedJoints: [] } });
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state().kind).toBe('Idle');
  });

  it('stay shut for a failure that is left otherwise, until recovery is forced', async () => {
    const cell = await startIdle();
    cell.robot.fault('processor', 'safetyWatchdog');
    await cell.clock.advance(100);
    expect(await jog(cell, 0, 1, 'a')).toMatchObject({ ok: false });
    expect(await cell.ask('setForceRecoveryMode', { isEnabled: true })).toMatchObject({ result: { isEnabled: true } });
    expect(cell.state().isForceRecoveryMode).toBe(true);
    expect((await cell.ask('recover')).ok).toBe(true);
    expect(cell.state().isForceRecoveryMode).toBe(false);
    expect(await cell.ask('setForceRecoveryMode', { isEnabled: true })).toMatchObject({ ok: false });
  });

  it('include no manual motion when a plan was refused, since the arm has not moved', async () => {
    const cell = await startMoving();
    cell.planner.answer = { ok: false, failure: { kind: 'CollisionFailure', message: 'the forearm would touch' } };
    await cell.clock.advance(10_000);
    await cell.ask('playRoutine');
    await cell.clock.advance(1000);
    expect(cell.state()).toMatchObject({ failure: { kind: 'CollisionFailure', recoveryKind: 'Recoverable' } });
  });
});
