import { type ControllerMode, type ControllerState, modeTransitions } from '@cellwright/controller-link';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { planMove, sampleTrajectory, trajectoryDuration } from '@cellwright/trajectory';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { arm, ControllerRig, speedOf } from './controller-rig.fixture.ts';

const joints = (most: number) =>
  fc.array(fc.double({ min: -most, max: most, noNaN: true }), { minLength: 6, maxLength: 6 });

/** A pose well inside all joint ranges. */
const pose = fc.tuple(
  ...arm.limits.lower.map((lower, joint) =>
    fc.double({ min: 0.99 * lower, max: 0.99 * (arm.limits.upper[joint] ?? 0), noNaN: true }),
  ),
);

describe('a stop, a pause or a lost commander, at any moment of any move', () => {
  const cause = fc.constantFrom('stop', 'emergency', 'pause', 'silence', 'eStop', 'safeguard');

  test('stays on the path, brakes within the stop decelerations and stops the arm in time', () => {
    const move = fc.record({
      goal: pose,
      synchronisation: fc.constantFrom('phase', 'time'),
      override: fc.double({ min: 0.05, max: 1, noNaN: true }),
      moment: fc.double({ min: 0, max: 1, noNaN: true }),
      cause,
    });
    fc.assert(
      fc.property(move, ({ goal, synchronisation, override, moment, cause }) => {
        const rig = ControllerRig.ready();
        rig.send({ kind: 'setOverride', factor: override });
        const trajectory = planMove(arm.startPositions, goal, arm.limits, synchronisation);
        expect(rig.execute(trajectory)).toEqual({ ok: true });
        rig.run((moment * trajectoryDuration(trajectory)) / override);
        const begun = rig.core.time;
        bring(rig, cause);
        const allowed = cause === 'silence' ? 0.2 + 0.5 : 0.5;
        const onPath = { positions: [], velocities: [], accelerations: [] };
        let off = 0;
        // The commander of an arm that has arrived in the meantime is allowed a longer silence.
        let movedUntil = begun;
        while (rig.core.isMoving || rig.state.hasCommander === (cause === 'silence')) {
          const before = rig.state;
          rig.run(1 / 125);
          const { positions, pathTime, trajectoryID } = rig.state;
          if (rig.core.isMoving) movedUntil = rig.core.time;
          if (trajectoryID !== null) {
            sampleTrajectory(trajectory, pathTime, onPath);
            for (const [joint, position] of positions.entries()) {
              off = Math.max(off, Math.abs(position - (onPath.positions[joint] ?? Number.NaN)));
            }
          }
          off = Math.max(off, excessBraking(before, rig.state));
        }
        expect(off, 'rad off the path, or rad/s² beyond the stop decelerations').toBeLessThan(1e-6);
        expect(movedUntil - begun).toBeLessThanOrEqual(allowed + 0.017);
        expect(speedOf(rig.state)).toBe(0);
      }),
      { numRuns: propertyRuns(20, 60) },
    );
  });

  function bring(rig: ControllerRig, cause: string): void {
    if (cause === 'stop') rig.stop();
    else if (cause === 'emergency') rig.send({ kind: 'stop', newEpoch: 1, engageBrakes: true, reason: '' });
    else if (cause === 'pause') rig.send({ kind: 'pause' });
    else if (cause === 'silence') rig.silence();
    else rig.force(cause === 'eStop' ? 'E-Stop 2' : 'Safeguard 2', 'low');
  }

  function excessBraking(before: ControllerState, after: ControllerState): number {
    const excess = after.velocities.map((velocity, joint) => {
      const change = Math.abs(velocity - (before.velocities[joint] ?? 0)) * 125;
      return change - (arm.stopDecelerations[joint] ?? 0);
    });
    return Math.max(0, ...excess);
  }
});

type Deed =
  | { readonly kind: 'move'; readonly offsets: readonly number[]; readonly stale: boolean }
  | { readonly kind: 'jog'; readonly velocities: readonly number[]; readonly press: number; readonly stale: boolean }
  | { readonly kind: 'push'; readonly velocities: readonly number[] }
  | { readonly kind: 'simple'; readonly name: SimpleDeed; readonly stale: boolean }
  | { readonly kind: 'run'; readonly seconds: number };

const simpleDeeds = [
  'pause',
  'resume',
  'stop',
  'emergencyStop',
  'brakesOn',
  'brakesOff',
  'guided',
  'guidedOff',
  'override0',
  'override1',
  'eStop',
  'eStopReleased',
  'safeguard',
  'safeguardClosed',
  'reset',
  'endJog',
  'disconnect',
  'takeCommand',
  'strangerTakesCommand',
] as const;
type SimpleDeed = (typeof simpleDeeds)[number];

/** Actions after which the arm must stop and stay at rest until a new motion is commanded. */
const stopping: ReadonlySet<SimpleDeed> = new Set<SimpleDeed>([
  'stop',
  'emergencyStop',
  'brakesOn',
  'eStop',
  'disconnect',
]);

const stale = fc.boolean();
const deed: fc.Arbitrary<Deed> = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), offsets: joints(0.8), stale }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('jog' as const),
      velocities: joints(3),
      press: fc.integer({ min: 1, max: 3 }),
      stale,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('push' as const), velocities: joints(3) }) },
  {
    weight: 9,
    arbitrary: fc.record({ kind: fc.constant('simple' as const), name: fc.constantFrom(...simpleDeeds), stale }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('run' as const),
      seconds: fc.double({ min: 0.001, max: 0.4, noNaN: true }),
    }),
  },
);

/** Performs random actions and checks the invariants. */
class Watch {
  readonly rig = ControllerRig.ready();
  readonly complaints: string[] = [];
  private mode: ControllerMode = 'standing';
  private stoppedAt: number | undefined;
  private standsAt: readonly number[] | undefined;

  do(deed: Deed): void {
    const { rig } = this;
    if (deed.kind === 'run') this.run(deed.seconds);
    else if (deed.kind === 'push') rig.core.push(deed.velocities);
    else if (deed.kind === 'move') {
      const trajectory = rig.planBy(deed.offsets);
      this.note(rig.execute(trajectory, { epoch: this.epoch(deed.stale) }).ok, deed.stale, 'move');
    } else if (deed.kind === 'jog') {
      const jogID = `press ${deed.press} of ${Math.floor(rig.core.time)}`;
      const result = rig.send({ kind: 'jog', jogID, velocities: deed.velocities }, { epoch: this.epoch(deed.stale) });
      this.note(result.ok, deed.stale, 'jog');
    } else this.doSimple(deed.name, deed.stale);
    this.look();
  }

  private doSimple(name: SimpleDeed, isStale: boolean): void {
    const { rig } = this;
    const bound = { epoch: this.epoch(isStale) };
    if (name === 'resume') this.note(rig.send({ kind: 'resume' }, bound).ok, isStale, name);
    else if (name === 'guided') this.note(rig.send({ kind: 'setGuidedMode', mode: 'normal' }, bound).ok, isStale, name);
    else if (name === 'brakesOff') {
      const { ok } = rig.send({ kind: 'setBrakes', engaged: false }, bound);
      if (ok && isStale) this.complaints.push('stale brakesOff was accepted');
    } else this.doSafe(name);
    if (stopping.has(name)) this.stoppedAt ??= rig.core.time;
  }

  private doSafe(name: Exclude<SimpleDeed, 'resume' | 'guided' | 'brakesOff'>): void {
    const { rig } = this;
    const deeds: Record<typeof name, () => unknown> = {
      pause: () => rig.send({ kind: 'pause' }),
      stop: () => rig.stop(),
      emergencyStop: () => rig.send({ kind: 'stop', newEpoch: 0, engageBrakes: true, reason: '' }),
      brakesOn: () => rig.send({ kind: 'setBrakes', engaged: true }),
      guidedOff: () => rig.send({ kind: 'setGuidedMode', mode: 'off' }),
      override0: () => rig.send({ kind: 'setOverride', factor: 0 }),
      override1: () => rig.send({ kind: 'setOverride', factor: 1 }),
      eStop: () => rig.force('E-Stop 1', 'low'),
      eStopReleased: () => rig.force('E-Stop 1', 'released'),
      safeguard: () => rig.force('Safeguard 1', 'low'),
      safeguardClosed: () => rig.force('Safeguard 1', 'released'),
      reset: () => rig.send({ kind: 'resetFault' }),
      endJog: () => rig.send({ kind: 'endJog', jogID: `press 1 of ${Math.floor(rig.core.time)}` }),
      disconnect: () => rig.core.disconnect(1, 'gone'),
      takeCommand: () => rig.takeCommand(),
      strangerTakesCommand: () => rig.takeCommand(2),
    };
    deeds[name]();
  }

  private epoch(isStale: boolean): number {
    return this.rig.state.stopEpoch - (isStale ? 1 : 0);
  }

  /** Records the answer to a command that may move the arm. */
  private note(accepted: boolean, isStale: boolean, what: string): void {
    if (accepted && isStale) this.complaints.push(`stale ${what} was accepted`);
    if (!accepted) return;
    if (this.rig.state.brakes === 'engaged') this.complaints.push(`${what} was accepted with brakes engaged`);
    this.stoppedAt = undefined;
    this.standsAt = undefined;
  }

  private run(seconds: number): void {
    const end = this.rig.core.time + seconds;
    while (this.rig.core.time < end) {
      this.rig.run(Math.min(1 / 250, end - this.rig.core.time));
      this.look();
    }
  }

  private look(): void {
    const { state } = this.rig;
    if (state.mode !== this.mode && !modeTransitions[this.mode].includes(state.mode)) {
      this.complaints.push(`${this.mode} → ${state.mode} is not in the diagram`);
    }
    this.mode = state.mode;
    const rests =
      state.mode === 'braked' || state.mode === 'fault' || state.mode === 'standing' || state.mode === 'paused';
    if (rests && speedOf(state) !== 0) this.complaints.push(`moves while ${state.mode}`);
    if (state.brakes === 'engaged' && speedOf(state) !== 0) this.complaints.push('moves against its brakes');
    this.lookAfterStop(state);
  }

  private lookAfterStop(state: ControllerState): void {
    if (this.stoppedAt === undefined) return;
    const elapsed = state.time - this.stoppedAt;
    if (elapsed > 0.55 && speedOf(state) !== 0) this.complaints.push(`still moves ${elapsed} s after a stop`);
    if (speedOf(state) === 0 && elapsed > 0.55) {
      this.standsAt ??= state.positions;
      const moved = state.positions.some((position, joint) => position !== this.standsAt?.[joint]);
      if (moved) this.complaints.push('moved after an acknowledged stop');
    }
  }
}

test('random commands never move the arm after an acknowledged stop, nor leave the diagram', () => {
  fc.assert(
    fc.property(fc.array(deed, { minLength: 5, maxLength: 60 }), (deeds) => {
      const watch = new Watch();
      for (const each of deeds) watch.do(each);
      watch.do({ kind: 'simple', name: 'stop', stale: false });
      watch.do({ kind: 'run', seconds: 0.6 });
      expect(watch.complaints).toEqual([]);
      expect(speedOf(watch.rig.state)).toBe(0);
    }),
    { numRuns: propertyRuns(25, 100) },
  );
});
