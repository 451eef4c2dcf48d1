import type { CommandResult, ControllerCommand } from '@cellwright/controller-link';
import { holdTrajectory, sampleTrajectory, trajectoryDuration } from '@cellwright/trajectory';
import { describe, expect, test } from 'vitest';
import { ControllerRig, speedOf } from './controller-rig.fixture.ts';

const sweep = [1.2, 0.4, -0.8, 0.6, 0.5, -1];

function kindOf(result: CommandResult): string {
  return result.ok ? 'accepted' : result.refusal.kind;
}

describe('a controller that has just started', () => {
  test('holds the ready pose with its brakes engaged', () => {
    const { state } = new ControllerRig();
    expect(state).toMatchObject({
      mode: 'braked',
      brakes: 'engaged',
      hasCommander: false,
      stopEpoch: 0,
      lastStop: null,
    });
    expect(speedOf(state)).toBe(0);
  });

  test('refuses everything that moves or actuates from a connection without command', () => {
    const rig = new ControllerRig();
    const commands: ControllerCommand[] = [
      {
        kind: 'executeTrajectory',
        trajectoryID: 't',
        stepID: 's',
        trajectory: holdTrajectory(rig.state.positions),
        startPathTime: 0,
        contactForce: 0,
        contactPoint: [],
      },
      { kind: 'jog', jogID: 'j', velocities: [0.1, 0, 0, 0, 0, 0] },
      { kind: 'setBrakes', engaged: false },
      { kind: 'setOutputs', outputs: [{ name: 'Output 1', level: 'high', pulseSeconds: 0 }] },
      { kind: 'setGuidedMode', mode: 'normal' },
      { kind: 'setPayload', massKg: 1 },
      { kind: 'setOverride', factor: 0.5 },
      { kind: 'resetFault' },
      { kind: 'restart' },
    ];
    expect(commands.map((command) => kindOf(rig.send(command)))).toEqual(commands.map(() => 'not_in_command'));
  });

  test('names the recovery to a client whose connection has lost command', () => {
    const refusal = { code: 'recovery_error', message: expect.stringContaining('Recover, then try again') };
    expect(new ControllerRig().send({ kind: 'setPayload', massKg: 1 })).toMatchObject({ ok: false, refusal });
  });

  test('refuses motion while the brakes are engaged', () => {
    const rig = new ControllerRig();
    rig.takeCommand();
    expect(kindOf(rig.execute(rig.planBy(sweep)))).toBe('brakes_engaged');
    expect(kindOf(rig.send({ kind: 'jog', jogID: 'j', velocities: [1, 0, 0, 0, 0, 0] }))).toBe('brakes_engaged');
    expect(kindOf(rig.send({ kind: 'setGuidedMode', mode: 'normal' }))).toBe('brakes_engaged');
  });
});

describe('a trajectory', () => {
  test('runs at 125 Hz, exactly at the positions and times it gives, and completes', () => {
    const rig = ControllerRig.ready();
    const trajectory = rig.planBy(sweep);
    const start = rig.core.time;
    expect(rig.execute(trajectory).ok).toBe(true);
    rig.run(trajectoryDuration(trajectory) + 0.02);
    expect(rig.state.mode).toBe('standing');
    expect(rig.story).toContain('trajectoryCompleted');
    const wanted = { positions: [], velocities: [], accelerations: [] };
    for (const [index, setPoint] of rig.setPoints.entries()) {
      expect(setPoint.time - start).toBeCloseTo((index + 1) / 125, 9);
      sampleTrajectory(trajectory, setPoint.time - start, wanted);
      setPoint.positions.forEach((position, joint) => {
        expect(position).toBeCloseTo(wanted.positions[joint] ?? Number.NaN, 9);
      });
    }
  });

  test('stays on its path at a lower speed under an override, and stops under an override of 0', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.send({ kind: 'setOverride', factor: 0 });
    rig.run(2);
    expect(rig.state.mode).toBe('executing');
    expect(speedOf(rig.state)).toBe(0);
    const held = rig.setPoints.length;
    rig.run(1);
    expect(rig.setPoints.length, 'nothing is commanded while nothing moves').toBe(held);
    rig.send({ kind: 'setOverride', factor: 1 });
    rig.runUntil(() => rig.state.mode === 'standing');
    expect(rig.story).toEqual(['trajectoryCompleted']);
  });

  test('pauses on its path and resumes to its end', () => {
    const rig = ControllerRig.ready();
    const trajectory = rig.planBy(sweep);
    rig.execute(trajectory);
    rig.run(0.5);
    rig.send({ kind: 'pause' });
    rig.runUntil(() => rig.state.mode === 'paused', 0.7);
    const { positions, pathTime, stopEpoch } = rig.state;
    const onPath = { positions: [], velocities: [], accelerations: [] };
    sampleTrajectory(trajectory, pathTime, onPath);
    positions.forEach((position, joint) => {
      expect(position).toBeCloseTo(onPath.positions[joint] ?? Number.NaN, 12);
    });
    rig.run(3);
    expect(rig.state.positions).toEqual(positions);
    expect(stopEpoch, 'a pause starts no epoch').toBe(0);
    expect(rig.send({ kind: 'resume' }).ok).toBe(true);
    rig.runUntil(() => rig.state.mode === 'standing');
    expect(rig.story).toEqual([
      'stopStarted pause',
      'paused pause',
      'standstill pause',
      'resumed',
      'trajectoryCompleted',
    ]);
  });

  test('can continue from its pause after other motions', () => {
    const rig = ControllerRig.ready();
    const trajectory = rig.planBy(sweep);
    const goal = trajectory.points[trajectory.points.length - 1]?.positions ?? [];
    rig.execute(trajectory);
    rig.run(0.5);
    rig.send({ kind: 'pause' });
    rig.runUntil(() => rig.state.mode === 'paused');
    const { pathTime, positions: pausedAt } = rig.state;
    expect(rig.execute(rig.planBy([0.1, 0, 0, 0, 0, 0]), { trajectoryID: 'away' }).ok).toBe(true);
    expect(rig.events.at(-1)).toMatchObject({ kind: 'trajectoryStopped', trajectoryID: 't1', pathTime });
    rig.runUntil(() => rig.state.mode === 'standing');
    const back = pausedAt.map((position, joint) => position - (rig.state.positions[joint] ?? 0));
    rig.execute(rig.planBy(back), { trajectoryID: 'back' });
    rig.runUntil(() => rig.state.mode === 'standing');
    expect(rig.execute(trajectory, { trajectoryID: 'rest', startPathTime: pathTime }).ok).toBe(true);
    rig.runUntil(() => rig.state.mode === 'standing');
    rig.state.positions.forEach((position, joint) => {
      expect(position).toBeCloseTo(goal[joint] ?? Number.NaN, 6);
    });
  });

  test('fails while another one runs', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.1);
    expect(kindOf(rig.execute(rig.planBy(sweep), { trajectoryID: 't2' }))).toBe('wrong_mode');
  });
});

describe('a stop', () => {
  test('slows down immediately, ends within 0.5 s, and starts a new epoch', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy([0, 0, 0, 6.2, 0, 0]));
    rig.runUntil(() => speedOf(rig.state) > 4);
    const before = speedOf(rig.state);
    rig.stop(8);
    expect(rig.state).toMatchObject({ mode: 'stopping', stopEpoch: 8 });
    rig.run(0.009);
    expect(speedOf(rig.state)).toBeLessThan(before);
    rig.runUntil(() => rig.state.mode === 'standing', 0.5);
    expect(rig.state.brakes).toBe('disengaged');
    expect(rig.story).toEqual(['stopStarted stop', 'trajectoryStopped stop', 'standstill stop']);
  });

  test('works from a connection without command, in any epoch', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.3);
    const stranger = { connectionID: 7, epoch: -3 };
    expect(rig.send({ kind: 'stop', newEpoch: 0, engageBrakes: false, reason: '' }, stranger).ok).toBe(true);
    expect(rig.state).toMatchObject({ mode: 'stopping', stopEpoch: 1 });
  });

  test('invalidates every command of an older epoch', () => {
    const rig = ControllerRig.ready();
    rig.stop();
    const old = { epoch: 0 };
    expect(kindOf(rig.execute(rig.planBy(sweep), old))).toBe('stale_epoch');
    expect(kindOf(rig.send({ kind: 'jog', jogID: 'j', velocities: [1, 0, 0, 0, 0, 0] }, old))).toBe('stale_epoch');
    expect(kindOf(rig.send({ kind: 'setOutputs', outputs: [] }, old))).toBe('stale_epoch');
    expect(kindOf(rig.send({ kind: 'setBrakes', engaged: false }, old))).toBe('stale_epoch');
    expect(kindOf(rig.send({ kind: 'setGuidedMode', mode: 'slow' }, old))).toBe('stale_epoch');
    expect(kindOf(rig.send({ kind: 'resume' }, old))).toBe('stale_epoch');
    expect(rig.send({ kind: 'setBrakes', engaged: true }, old).ok, 'what makes safe is never too late').toBe(true);
  });

  test('ends with the brakes engaged when it is of category 1', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.3);
    rig.send({ kind: 'stop', newEpoch: 1, engageBrakes: true, reason: 'emergency' });
    rig.runUntil(() => rig.state.mode === 'braked', 0.7);
    expect(rig.state).toMatchObject({ brakes: 'engaged', isEStopped: false, lastStop: 'emergencyStop' });
  });

  test('abandons the paused trajectory when it comes during a pause', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.send({ kind: 'pause' });
    rig.run(0.02);
    rig.stop();
    rig.runUntil(() => rig.state.mode === 'standing');
    expect(kindOf(rig.send({ kind: 'resume' }))).toBe('wrong_mode');
  });
});

describe('brakes', () => {
  test('stop the arm first when engaged by command', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.send({ kind: 'setBrakes', engaged: true });
    expect(rig.state).toMatchObject({ mode: 'stopping', brakes: 'disengaged', stopEpoch: 1 });
    rig.runUntil(() => rig.state.brakes === 'engaged', 0.7);
    expect(speedOf(rig.state)).toBe(0);
  });

  test('stay engaged while the arm is still stopping', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.send({ kind: 'setBrakes', engaged: true });
    expect(kindOf(rig.send({ kind: 'setBrakes', engaged: false }))).toBe('wrong_mode');
  });

  test('begin the epoch of the commander when engaged again, so that its next command is not stale', () => {
    const rig = ControllerRig.ready();
    rig.send({ kind: 'setBrakes', engaged: true });
    rig.runUntil(() => rig.state.brakes === 'engaged');
    const next = { epoch: rig.state.stopEpoch + 1 };
    expect(rig.send({ kind: 'setBrakes', engaged: true }, next)).toEqual({ ok: true });
    expect(rig.state.stopEpoch).toBe(next.epoch);
    expect(rig.send({ kind: 'setBrakes', engaged: false }, next)).toEqual({ ok: true });
  });
});

describe('the watchdog', () => {
  test('stops the arm and engages the brakes when the commander is silent for 200 ms', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy([0, 0, 0, 6.2, 0, 0]));
    rig.runUntil(() => speedOf(rig.state) > 4);
    const lastHeard = rig.core.time;
    rig.core.hear(1, lastHeard);
    rig.silence();
    rig.run(0.199);
    expect(rig.state.mode).toBe('executing');
    rig.run(0.01);
    expect(rig.state).toMatchObject({ mode: 'stopping', hasCommander: false });
    rig.runUntil(() => rig.state.mode === 'braked', 0.5);
    expect(rig.core.time - lastHeard).toBeLessThan(0.7);
    const { positions } = rig.state;
    rig.run(60);
    expect(rig.state.positions, 'it never moves on by itself').toEqual(positions);
    expect(rig.story).toEqual([
      'commanderLost',
      'stopStarted commanderLost',
      'trajectoryStopped commanderLost',
      'standstill commanderLost',
    ]);
  });

  test('gives the commander 200 ms of real time when time is scaled', () => {
    const rig = new ControllerRig({ timeScale: 5 });
    rig.takeCommand();
    rig.send({ kind: 'setBrakes', engaged: false });
    rig.execute(rig.planBy([0, 0, 0, 6.2, 0, 0]));
    rig.run(0.5);
    rig.core.hear(1, rig.core.time);
    rig.silence();
    rig.run(0.99);
    expect(rig.state.hasCommander).toBe(true);
    rig.run(0.02);
    expect(rig.state.hasCommander).toBe(false);
  });

  test('requires a commander that wakes up again to take command first', () => {
    const rig = ControllerRig.ready();
    rig.silence();
    rig.run(1);
    expect(kindOf(rig.execute(rig.planBy(sweep), { epoch: 0 }))).toBe('not_in_command');
    rig.takeCommand();
    expect(kindOf(rig.execute(rig.planBy(sweep), { epoch: 0 }))).toBe('stale_epoch');
    expect(kindOf(rig.execute(rig.planBy(sweep)))).toBe('brakes_engaged');
  });

  test('names the recovery to a commander that was lost, for every command', () => {
    const rig = ControllerRig.ready();
    rig.silence();
    rig.run(1);
    const commands = [
      { kind: 'setOutputs', outputs: [{ name: 'Output 3', level: 'high', pulseSeconds: 0 }] },
      { kind: 'setPayload', massKg: 1 },
      { kind: 'setBrakes', engaged: false },
      { kind: 'jog', jogID: 'j1', velocities: [0.1, 0, 0, 0, 0, 0] },
    ] as const;
    for (const command of commands) {
      expect(rig.send(command)).toMatchObject({
        refusal: { code: 'recovery_error', message: expect.stringContaining('Recover, then try again') },
      });
    }
  });

  test('gives a commander one second while the brakes hold the arm', () => {
    const rig = new ControllerRig();
    rig.takeCommand();
    rig.silence();
    rig.run(0.99);
    expect(rig.state.hasCommander).toBe(true);
    rig.run(0.02);
    expect(rig.state).toMatchObject({ hasCommander: false, mode: 'braked', lastStop: 'commanderLost' });
  });

  test('gives a commander one second while the arm is idle without brakes, too', () => {
    const rig = ControllerRig.ready();
    rig.core.hear(1, rig.core.time);
    rig.silence();
    rig.run(0.99);
    expect(rig.state).toMatchObject({ hasCommander: true, mode: 'standing' });
    rig.run(0.02);
    expect(rig.state).toMatchObject({ hasCommander: false, lastStop: 'commanderLost' });
  });

  test.each(['executing', 'paused'])('returns to 200 ms at the start of a motion: %s', (mode) => {
    const rig = ControllerRig.ready();
    rig.core.hear(1, rig.core.time);
    rig.silence();
    rig.run(0.9);
    rig.execute(rig.planBy([0, 0, 0, 6.2, 0, 0]));
    if (mode === 'paused') {
      rig.send({ kind: 'pause' });
      rig.runUntil(() => {
        rig.core.hear(1, rig.core.time);
        return rig.state.mode === 'paused';
      });
    }
    rig.core.hear(1, rig.core.time);
    rig.run(0.199);
    expect(rig.state).toMatchObject({ hasCommander: true, mode });
    rig.run(0.01);
    expect(rig.state.hasCommander).toBe(false);
  });

  test('ignores time in which the controller itself did not run', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy([0, 0, 0, 6.2, 0, 0]));
    rig.core.hear(1, rig.core.time);
    rig.silence();
    rig.core.excuseSilence(0.5);
    rig.run(0.69);
    expect(rig.state.hasCommander).toBe(true);
    rig.run(0.02);
    expect(rig.state.hasCommander).toBe(false);
  });

  test('triggers immediately when the connection itself is lost', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.core.disconnect(1, 'reset');
    expect(rig.state).toMatchObject({ mode: 'stopping', lastStop: 'commanderLost' });
  });
});

describe('taking command', () => {
  test('stops motions of the former commander, and locks it out', () => {
    const rig = ControllerRig.ready();
    rig.execute(rig.planBy(sweep));
    rig.run(0.4);
    rig.takeCommand(2);
    expect(rig.state).toMatchObject({ mode: 'stopping', lastStop: 'commandTaken', stopEpoch: 1, hasCommander: true });
    expect(kindOf(rig.send({ kind: 'setOverride', factor: 1 }))).toBe('not_in_command');
  });

  test("keeps the commander's epoch", () => {
    const rig = new ControllerRig();
    rig.takeCommand(1, 41);
    expect(rig.state.stopEpoch).toBe(41);
    rig.takeCommand(1, 7);
    expect(rig.state.stopEpoch).toBe(41);
    rig.takeCommand(1, Number.MAX_SAFE_INTEGER);
    expect(rig.state.stopEpoch, 'an epoch that cannot be counted on from is not taken over').toBe(41);
  });
});
