import { idleSession } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { RobotObserver } from './observe-robots.ts';

const now = new Date('2026-01-01T12:00:00.000Z');
const failure = { kind: 'StepPlayFailure', reason: 'Collision', recoveryKind: 'Recoverable' } as const;
const run = {
  ...{ id: 'run_1', startedAt: now.toISOString(), currentStepID: null, currentStepPath: null, cycleCount: 2 },
  ...{ isStoppingAfterCycle: false, pauseReason: null, waitingFor: null, isInterrupted: false },
  ...{ cycleTimeSeconds: 8.5, distanceMeters: 0 },
};

let observer: RobotObserver;
beforeEach(() => {
  observer = new RobotObserver();
});

function look(changes: Partial<ReturnType<typeof idleSession>>, at = now) {
  return observer.look([{ robotKind: 'live', state: { ...idleSession({}), ...changes } }], at);
}

describe('RobotObserver', () => {
  it('reports the end of a run once, with the name of its routine', () => {
    const routine = { id: 'routine_1', name: 'Pick', version: 1, stepCount: 3 };
    expect(look({ routine, run: { ...run, status: 'running' } })).toEqual([]);
    expect(look({ routine, run: { ...run, status: 'completed' } })).toMatchObject([
      { kind: 'runEnded', text: 'Pick: completed' },
    ]);
    expect(look({ routine, run: { ...run, status: 'completed' } })).toEqual([]);
    expect(observer.robots).toMatchObject([{ run: { id: 'run_1', cycleTimeSeconds: 8.5 }, routineName: 'Pick' }]);
  });

  it('gives the end of a run the same id after a restart, so that the hub stores it once', () => {
    look({ run: { ...run, status: 'running' } });
    const [first] = look({ run: { ...run, status: 'stopped' } });
    observer = new RobotObserver();
    look({ run: { ...run, status: 'running' } });
    expect(look({ run: { ...run, status: 'stopped' } })).toMatchObject([{ id: first?.id }]);
  });

  it('treats the first observation as old', () => {
    expect(look({ failure, run: { ...run, status: 'failed' } })).toEqual([]);
  });

  it('counts the failures of the last hour', () => {
    look({});
    expect(look({ failure })).toMatchObject([{ kind: 'robotFailed', text: 'Collision' }]);
    expect(look({ failure })).toEqual([]);
    expect(observer.countFailures(new Date(now.getTime() + 3_599_000))).toBe(1);
    expect(observer.countFailures(new Date(now.getTime() + 3_600_000))).toBe(0);
  });

  it('cuts long names and reasons between two characters', () => {
    const long = `${'a'.repeat(299)}👩`;
    look({ routine: { id: 'routine_1', name: long, version: 1, stepCount: 3 }, failure: { ...failure, reason: long } });
    expect(observer.robots).toMatchObject([{ routineName: 'a'.repeat(299), failure: 'a'.repeat(299) }]);
  });

  it('keeps the last state of a robot whose runner does not respond', () => {
    look({ kind: 'RoutineRunning' });
    expect(observer.look([{ robotKind: 'live', state: undefined }], now)).toEqual([]);
    expect(observer.robots).toMatchObject([{ state: 'RoutineRunning', isConnected: false }]);
  });
});
