import type { RunnerClient } from '@cellwright/client';
import { ProductError, type RobotSessionState } from '@cellwright/domain';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { HeldMotion } from './held-motion.ts';
import { withState } from './status.fixture.ts';

let clock: VirtualClock;
let sent: { kind: string; payload: Record<string, unknown>; epoch: number | undefined }[];
let answers: Record<string, () => Promise<unknown>>;
let heard: string[];
let status: ReturnType<typeof withState>;
let motion: HeldMotion;

const never = () => new Promise<never>(() => undefined);

beforeEach(() => {
  clock = new VirtualClock();
  sent = [];
  heard = [];
  answers = {
    jog: async () => ({ isActive: true }),
    holdHeartbeat: async () => ({ isActive: true }),
    stopJog: async () => ({}),
  };
  status = withState({ stopEpoch: 5 });
  const runner = {
    get status() {
      return status;
    },
    // Sound: the tests answer each message by its schema.
    send: ((kind: string, payload: Record<string, unknown>, options?: { epoch?: number }) => {
      sent.push({ kind, payload, epoch: options?.epoch });
      return (answers[kind] ?? never)();
    }) as RunnerClient['send'],
  };
  motion = new HeldMotion(runner, clock, {
    onHeldBy: (reason) => reason !== undefined && heard.push(`held by ${reason}`),
    onEnd: (result, reason) => heard.push(reason === undefined ? result : `${result}: ${reason}`),
    onError: (error) => heard.push(error instanceof Error ? error.message : 'unknown'),
  });
});

const kinds = () => sent.map(({ kind }) => kind);
const onLate = () => heard.push('late');
const startJog = () => motion.startJog({ jogKind: 'joint', velocities: [0.1, 0, 0, 0, 0, 0] }, onLate);
const startMove = () => motion.startMove({ kind: 'moveJointRelative', payload: { joint: 1, offset: 0.01 } }, onLate);

describe('a jog', () => {
  it('starts at once, is held every 100 ms, and is told when nobody holds it any more', async () => {
    startJog();
    await clock.advance(350);
    motion.end();
    await clock.advance(1000);
    expect(kinds()).toEqual(['jog', 'holdHeartbeat', 'holdHeartbeat', 'holdHeartbeat', 'stopJog']);
    expect(new Set(sent.map(({ payload }) => payload.commandID)).size).toBe(1);
    expect(sent[0]?.epoch).toBe(5);
    expect(heard).toEqual([]);
  });

  it('says why the arm stands', async () => {
    answers.holdHeartbeat = async () => ({ isActive: true, heldBy: 'Joint 2 is at the end of its range' });
    startJog();
    await clock.advance(100);
    expect(heard).toEqual(['held by Joint 2 is at the end of its range']);
  });

  it('that the robot ended, as by a stop, sends nothing more', async () => {
    answers.holdHeartbeat = async () => ({ isActive: false });
    startJog();
    await clock.advance(100);
    await flushPromises();
    const count = sent.length;
    await clock.advance(1000);
    motion.end();
    expect(sent).toHaveLength(count);
    expect(heard).toEqual(['Interrupted']);
  });

  it('that is refused says so once', async () => {
    answers.jog = async () => {
      throw new ProductError('brakes_must_be_disengaged', 'Release the brakes first');
    };
    startJog();
    await clock.advance(500);
    expect(kinds()).toEqual(['jog']);
    expect(heard).toEqual(['Release the brakes first']);
  });

  it('over a slow connection does not pile heartbeats up', async () => {
    answers.holdHeartbeat = never;
    startJog();
    await clock.advance(2000);
    expect(kinds().filter((kind) => kind === 'holdHeartbeat')).toHaveLength(3);
  });

  it('ends the one before it', async () => {
    startJog();
    motion.startJog({ jogKind: 'joint', velocities: [0, 0.1, 0, 0, 0, 0] }, onLate);
    expect(kinds()).toEqual(['jog', 'stopJog', 'jog']);
    motion.end();
    await clock.advance(100);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('a held move', () => {
  it('goes on while it is held and ends with its result', async () => {
    let arrive = (_result: unknown) => {};
    answers.moveJointRelative = () => new Promise((resolve) => (arrive = resolve));
    startMove();
    expect(sent[0]?.payload).toMatchObject({ joint: 1, isHeld: true });
    await clock.advance(250);
    arrive({ result: 'Success', commandID: 'c' });
    await clock.advance(1000);
    expect(kinds()).toEqual(['moveJointRelative', 'holdHeartbeat', 'holdHeartbeat']);
    expect(heard).toEqual(['Success']);
  });

  it('that the robot ended otherwise than by a stop says why', async () => {
    answers.moveJointRelative = async () => ({ result: 'Interrupted', commandID: 'c', message: 'The tool changed' });
    startMove();
    await flushPromises();
    expect(heard).toEqual(['Interrupted: The tool changed']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('that is let go ends at once', async () => {
    startMove();
    await clock.advance(150);
    motion.end();
    await clock.advance(1000);
    expect(kinds()).toEqual(['moveJointRelative', 'holdHeartbeat', 'stopJog']);
  });
});

describe('what the robot ended because a heartbeat came too late', () => {
  const lateMove = async () => ({ result: 'Interrupted', commandID: 'c', message: 'It was let go', isLate: true });
  const lateJog = async () => ({ isActive: false, isLate: true });

  it('says so to the press of a jog, and stays ended while it is held', async () => {
    answers.holdHeartbeat = lateJog;
    startJog();
    await clock.advance(2000);
    expect(heard).toEqual(['late', 'Interrupted']);
    expect(kinds()).toEqual(['jog', 'holdHeartbeat']);
  });

  it('says so to the press of a move, and stays ended while it is held', async () => {
    answers.moveJointRelative = lateMove;
    startMove();
    await clock.advance(2000);
    expect(heard).toEqual(['late', 'Interrupted']);
    expect(kinds()).toEqual(['moveJointRelative']);
  });

  it('says so, too, of a jog that no heartbeat followed', async () => {
    answers.jog = lateJog;
    startJog();
    await flushPromises();
    expect(heard).toEqual(['late', 'Interrupted']);
  });

  it('says so when the page lets go before it hears of it', async () => {
    let answer = (_result: unknown) => {};
    answers.holdHeartbeat = () => new Promise((resolve) => (answer = resolve));
    startJog();
    await clock.advance(100);
    motion.end();
    answer(await lateJog());
    await flushPromises();
    expect(heard).toEqual(['late']);
  });

  it('moves at once with the next press, which does not hear of the one before', async () => {
    let answer = (_result: unknown) => {};
    answers.holdHeartbeat = () => new Promise((resolve) => (answer = resolve));
    startJog();
    await clock.advance(100);
    motion.end();
    startJog();
    answer(await lateJog());
    await flushPromises();
    expect(heard).toEqual([]);
    expect(kinds()).toEqual(['jog', 'holdHeartbeat', 'stopJog', 'jog']);
  });

  it('is not what a stop ended', async () => {
    answers.holdHeartbeat = async () => ({ isActive: false });
    answers.moveJointRelative = async () => ({ result: 'Interrupted', commandID: 'c' });
    startJog();
    await clock.advance(100);
    startMove();
    await flushPromises();
    expect(heard).toEqual(['Interrupted', 'Interrupted']);
  });
});

const run: NonNullable<RobotSessionState['run']> = {
  ...{ id: 'run_1', status: 'running', startedAt: '2026-05-01T00:00:00.000Z', currentStepID: null },
  ...{ currentStepPath: null, cycleCount: 0, isStoppingAfterCycle: false, pauseReason: null, waitingFor: null },
  ...{ isInterrupted: false, cycleTimeSeconds: null, distanceMeters: 0 },
};

describe('a robot after the release', () => {
  const release = () => {
    startJog();
    motion.end();
  };

  it('stops if it has not left the manual motion within 2 s', async () => {
    status = withState({ kind: 'RunningAdHocCommand' });
    release();
    await clock.advance(1900);
    expect(kinds()).not.toContain('stop');
    await clock.advance(100);
    expect(kinds().filter((kind) => kind === 'stop')).toHaveLength(1);
    await clock.advance(5000);
    expect(kinds().filter((kind) => kind === 'stop')).toHaveLength(1);
  });

  it('continues if it left it, or is held again', async () => {
    status = withState({ kind: 'Recovering' });
    release();
    await clock.advance(1000);
    status = withState({ kind: 'Idle' });
    await clock.advance(5000);
    status = withState({ kind: 'RunningAdHocCommand' });
    release();
    await clock.advance(1000);
    startJog();
    await clock.advance(5000);
    expect(kinds()).not.toContain('stop');
  });

  it('stops when a move ends with another result than success or interruption', async () => {
    answers.moveJointRelative = async () => ({ result: 'PlanningFailed' });
    startMove();
    await flushPromises();
    expect([kinds().at(-1), heard]).toEqual(['stop', ['PlanningFailed']]);
  });

  it('keeps a paused run, which a stop would end', async () => {
    status = withState({ kind: 'RunningAdHocCommand', run });
    answers.moveJointRelative = async () => ({ result: 'PlanningFailed' });
    startMove();
    await flushPromises();
    expect(kinds()).not.toContain('stop');
  });
});
