import type { RunnerClient } from '@cellwright/client';
import { ProductError } from '@cellwright/domain/basics';
import type { RobotSessionState } from '@cellwright/domain/run';
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
    // Safe cast: the tests answer each message by its schema.
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

describe('A jog', () => {
  it('starts immediately, sends a heartbeat every 100 ms, and sends stopJog on release', async () => {
    startJog();
    await clock.advance(350);
    motion.end();
    await clock.advance(1000);
    expect(kinds()).toEqual(['jog', 'holdHeartbeat', 'holdHeartbeat', 'holdHeartbeat', 'stopJog']);
    expect(new Set(sent.map(({ payload }) => payload.commandID)).size).toBe(1);
    expect(sent[0]?.epoch).toBe(5);
    expect(heard).toEqual([]);
  });

  it('reports why the arm does not move', async () => {
    answers.holdHeartbeat = async () => ({ isActive: true, heldBy: 'Joint 2 is at the end of its range' });
    startJog();
    await clock.advance(100);
    expect(heard).toEqual(['held by Joint 2 is at the end of its range']);
  });

  it('sends nothing more after the robot ended it, as by a stop', async () => {
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

  it('reports a refusal once', async () => {
    answers.jog = async () => {
      throw new ProductError('brakes_must_be_disengaged', 'Release the brakes first');
    };
    startJog();
    await clock.advance(500);
    expect(kinds()).toEqual(['jog']);
    expect(heard).toEqual(['Release the brakes first']);
  });

  it('sends no further heartbeats over a slow connection while some are unanswered', async () => {
    answers.holdHeartbeat = never;
    startJog();
    await clock.advance(2000);
    expect(kinds().filter((kind) => kind === 'holdHeartbeat')).toHaveLength(3);
  });

  it('ends the previous jog', async () => {
    startJog();
    motion.startJog({ jogKind: 'joint', velocities: [0, 0.1, 0, 0, 0, 0] }, onLate);
    expect(kinds()).toEqual(['jog', 'stopJog', 'jog']);
    motion.end();
    await clock.advance(100);
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('A held move', () => {
  it('sends heartbeats while it is held and ends with its result', async () => {
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

  it('reports the reason when the robot ended it otherwise than by a stop', async () => {
    answers.moveJointRelative = async () => ({ result: 'Interrupted', commandID: 'c', message: 'The tool changed' });
    startMove();
    await flushPromises();
    expect(heard).toEqual(['Interrupted: The tool changed']);
    expect(clock.pendingTimers).toBe(0);
  });

  it('ends immediately on release', async () => {
    startMove();
    await clock.advance(150);
    motion.end();
    await clock.advance(1000);
    expect(kinds()).toEqual(['moveJointRelative', 'holdHeartbeat', 'stopJog']);
  });
});

describe('A motion that the robot ended because a heartbeat was late', () => {
  const lateMove = async () => ({ result: 'Interrupted', commandID: 'c', message: 'It was let go', isLate: true });
  const lateJog = async () => ({ isActive: false, isLate: true });

  it('notifies the press of a jog, and stays ended while the button is held', async () => {
    answers.holdHeartbeat = lateJog;
    startJog();
    await clock.advance(2000);
    expect(heard).toEqual(['late', 'Interrupted']);
    expect(kinds()).toEqual(['jog', 'holdHeartbeat']);
  });

  it('notifies the press of a move, and stays ended while the button is held', async () => {
    answers.moveJointRelative = lateMove;
    startMove();
    await clock.advance(2000);
    expect(heard).toEqual(['late', 'Interrupted']);
    expect(kinds()).toEqual(['moveJointRelative']);
  });

  it('notifies the press of a jog before its first heartbeat', async () => {
    answers.jog = lateJog;
    startJog();
    await flushPromises();
    expect(heard).toEqual(['late', 'Interrupted']);
  });

  it('notifies the press after the button was released', async () => {
    let answer = (_result: unknown) => {};
    answers.holdHeartbeat = () => new Promise((resolve) => (answer = resolve));
    startJog();
    await clock.advance(100);
    motion.end();
    answer(await lateJog());
    await flushPromises();
    expect(heard).toEqual(['late']);
  });

  it('does not block the next press, which is not notified of the previous one', async () => {
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

  it('differs from one that a stop ended', async () => {
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

describe('The release of a manual motion', () => {
  const release = () => {
    startJog();
    motion.end();
  };

  it('stops the robot if it has not left the motion within 2 s', async () => {
    status = withState({ kind: 'RunningAdHocCommand' });
    release();
    await clock.advance(1900);
    expect(kinds()).not.toContain('stop');
    await clock.advance(100);
    expect(kinds().filter((kind) => kind === 'stop')).toHaveLength(1);
    await clock.advance(5000);
    expect(kinds().filter((kind) => kind === 'stop')).toHaveLength(1);
  });

  it('sends no stop if the robot left the motion, or the button is held again', async () => {
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

  it('stops the robot when a move ends with another result than success or interruption', async () => {
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
