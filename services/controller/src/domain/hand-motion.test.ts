import type { CommandResult } from '@cellwright/controller-link';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arm, ControllerRig, speedOf } from './controller-rig.fixture.ts';
import { VelocityDrive } from './velocity-drive.ts';

function kindOf(result: CommandResult): string {
  return result.ok ? 'accepted' : result.refusal.kind;
}

function jog(rig: ControllerRig, velocities: readonly number[], jogID = 'press 1'): CommandResult {
  return rig.send({ kind: 'jog', jogID, velocities });
}

/** Keeps a jog alive for this many seconds. */
function hold(rig: ControllerRig, velocities: readonly number[], seconds: number, jogID = 'press 1'): void {
  for (let elapsed = 0; elapsed < seconds; elapsed += 0.1) {
    jog(rig, velocities, jogID);
    rig.run(0.1);
  }
}

describe('a jog', () => {
  test('follows the commanded velocity and ramps down when it is released', () => {
    const rig = ControllerRig.ready();
    hold(rig, [0.3, 0, 0, 0, 0, -0.2], 1);
    expect(rig.state.velocities[0]).toBeCloseTo(0.3, 9);
    expect(rig.state.velocities[5]).toBeCloseTo(-0.2, 9);
    rig.send({ kind: 'endJog', jogID: 'press 1' });
    rig.runUntil(() => rig.state.mode === 'standing', 1);
    expect(rig.story).toEqual(['jogEnded released']);
  });

  test('stops when it is not renewed for 250 ms, and a late renewal moves nothing', () => {
    const rig = ControllerRig.ready();
    hold(rig, [0.5, 0, 0, 0, 0, 0], 1);
    jog(rig, [0.5, 0, 0, 0, 0, 0]);
    rig.run(0.249);
    expect(rig.state.mode).toBe('jogging');
    rig.run(0.002);
    expect(rig.state.mode).toBe('stopping');
    rig.runUntil(() => rig.state.mode === 'standing', 0.5);
    expect(rig.story).toEqual(['stopStarted jogTimeout', 'jogEnded jogTimeout', 'standstill jogTimeout']);
    expect(kindOf(jog(rig, [0.5, 0, 0, 0, 0, 0]))).toBe('jog_ended');
    expect(jog(rig, [0.5, 0, 0, 0, 0, 0], 'press 2').ok).toBe(true);
  });

  test('passes from one press to the next without stopping', () => {
    const rig = ControllerRig.ready();
    hold(rig, [0.5, 0, 0, 0, 0, 0], 1);
    rig.send({ kind: 'endJog', jogID: 'press 1' });
    rig.run(0.02);
    expect(jog(rig, [0.5, 0, 0, 0, 0, 0], 'press 2').ok).toBe(true);
    hold(rig, [0.5, 0, 0, 0, 0, 0], 0.5, 'press 2');
    expect(rig.state.velocities[0]).toBeCloseTo(0.5, 9);
    expect(kindOf(jog(rig, [1, 0, 0, 0, 0, 0], 'press 1'))).toBe('jog_ended');
  });

  test('fails with five joints, with NaN, and while a trajectory runs', () => {
    const rig = ControllerRig.ready();
    expect(kindOf(jog(rig, [0, 0, 0, 0, 0]))).toBe('invalid_value');
    expect(kindOf(jog(rig, [Number.NaN, 0, 0, 0, 0, 0]))).toBe('invalid_value');
    rig.execute(rig.planBy([1, 0, 0, 0, 0, 0]));
    rig.run(0.1);
    expect(kindOf(jog(rig, [0.1, 0, 0, 0, 0, 0]))).toBe('wrong_mode');
  });

  test('stops along a straight line in joint space', () => {
    const rig = ControllerRig.ready();
    hold(rig, [0.4, 0.2, 0, 0, -0.6, 0], 1.5);
    const { positions: from } = rig.state;
    rig.stop();
    rig.runUntil(() => rig.state.mode === 'standing', 0.5);
    const moved = rig.state.positions.map((position, joint) => position - (from[joint] ?? 0));
    expect(moved[1]).toBeCloseTo((moved[0] ?? 0) / 2, 12);
    expect(moved[4]).toBeCloseTo((moved[0] ?? 0) * -1.5, 12);
  });
});

describe('guided mode', () => {
  test('lets a hand move the arm, slowly on request, and ends without renewal', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setGuidedMode', mode: 'slow' });
    expect(rig.core.push([5, 0, 0, 0, 0, 0])).toBe(true);
    rig.run(0.9);
    expect(rig.state.velocities[0]).toBeCloseTo(0.47, 6);
    rig.run(0.11);
    expect(rig.state.mode).toBe('stopping');
    rig.runUntil(() => rig.state.mode === 'standing', 0.5);
    expect(rig.story).toContain('guidedModeEnded guidedModeTimeout');
  });

  test('continues as long as it is renewed, and blocks other motions', () => {
    const rig = ControllerRig.ready();
    for (let second = 0; second < 5; second++) {
      rig.send({ kind: 'setGuidedMode', mode: 'normal' });
      rig.run(0.9);
    }
    expect(rig.state.mode).toBe('guided');
    expect(kindOf(rig.execute(rig.planBy([1, 0, 0, 0, 0, 0])))).toBe('wrong_mode');
    rig.send({ kind: 'setGuidedMode', mode: 'off' });
    expect(rig.state.mode).toBe('standing');
    expect(rig.core.push([1, 0, 0, 0, 0, 0]), 'outside guided mode the arm does not give way').toBe(false);
  });
});

describe('arbitrary commanded velocities', () => {
  const dt = 1 / 125;
  const command = fc.record({
    velocities: fc.array(fc.double({ min: -20, max: 20, noNaN: true }), { minLength: 6, maxLength: 6 }),
    ticks: fc.integer({ min: 1, max: 120 }),
  });
  const start = fc.tuple(
    ...arm.limits.lower.map((lower, joint) =>
      fc.double({ min: lower, max: arm.limits.upper[joint] ?? lower, noNaN: true }),
    ),
  );

  test('never take a joint beyond its position, velocity or acceleration limits, even in a stop', () => {
    fc.assert(
      fc.property(start, fc.array(command, { minLength: 1, maxLength: 8 }), (positions, commands) => {
        const drive = new VelocityDrive(arm, positions);
        const watch = new LimitWatch(drive);
        for (const { velocities, ticks } of commands) {
          drive.setTarget(velocities);
          for (let tick = 0; tick < ticks; tick++) {
            drive.follow(dt);
            watch.check(arm.limits.acceleration, dt);
          }
        }
        let ticks = 0;
        for (; !drive.isStanding; ticks++) {
          drive.brake(dt);
          watch.check(arm.stopDecelerations, dt);
        }
        expect(watch.worst).toEqual({ position: 0, velocity: 0, acceleration: 0 });
        expect(ticks * dt, 'a stop takes at most 0.45 s').toBeLessThan(0.45);
      }),
      { numRuns: 150 },
    );
  });
});

test('a stop brakes a joint that is close to its limit harder than the others', () => {
  const limit = arm.limits.upper[1] ?? 0;
  for (let tick = 0; tick < 60; tick++) {
    const drive = new VelocityDrive(arm, [-6, limit - 0.1, 0, 0, 0, 0]);
    drive.setTarget([4.5, 0, 0, 0, 0, 0]);
    for (let i = 0; i < 400; i++) drive.follow(1 / 125);
    drive.setTarget([4.5, 4, 0, 0, 0, 0]);
    for (let i = 0; i < tick; i++) drive.follow(1 / 125);
    while (!drive.isStanding) drive.brake(1 / 125);
    expect(drive.positions[1]).toBeLessThanOrEqual(limit);
  }
});

/** Checks a drive by its set-points alone: the largest excess of each quantity over its limit, without rounding. */
class LimitWatch {
  readonly worst = { position: 0, velocity: 0, acceleration: 0 };
  private readonly drive: VelocityDrive;
  private positions: readonly number[];
  private velocities: readonly number[];

  constructor(drive: VelocityDrive) {
    this.drive = drive;
    this.positions = [...drive.positions];
    this.velocities = [...drive.velocities];
  }

  check(accelerations: readonly number[], dt: number): void {
    const { positions, velocities } = this.drive;
    const { lower, upper, velocity: speeds } = arm.limits;
    positions.forEach((position, joint) => {
      const velocity = velocities[joint] ?? 0;
      const speed = speeds[joint] ?? 0;
      const mean = (position - (this.positions[joint] ?? 0)) / dt;
      const change = (velocity - (this.velocities[joint] ?? 0)) / dt;
      this.note('position', Math.max(position - (upper[joint] ?? 0), (lower[joint] ?? 0) - position), 1e-9);
      this.note('velocity', Math.max(Math.abs(velocity), Math.abs(mean)) - speed, 1e-6);
      this.note('acceleration', Math.abs(change) - (accelerations[joint] ?? 0), 1e-6);
    });
    this.positions = [...positions];
    this.velocities = [...velocities];
  }

  private note(quantity: keyof LimitWatch['worst'], excess: number, rounding: number): void {
    if (!(excess <= rounding)) this.worst[quantity] = Math.max(this.worst[quantity], excess);
  }
}

test('a jog held against a limit stops just before it', () => {
  const rig = ControllerRig.ready();
  hold(rig, [0, 1.5, 0, 0, 0, 0], 6);
  const limit = arm.limits.upper[1] ?? 0;
  const reached = rig.state.positions[1] ?? 0;
  expect(speedOf(rig.state)).toBeLessThan(1e-3);
  expect(reached).toBeLessThanOrEqual(limit);
  expect(reached).toBeGreaterThan(limit - 0.01);
});
