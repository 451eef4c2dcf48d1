import type { UpdateCommand } from '@cellwright/domain/robot';
import { updateTestRoutineID } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import { idleSession, VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { checkBuildHealth, type HealthGateDeps, playedWithinMS, readyWithinMS } from './health-gate.ts';

const run: NonNullable<RobotSessionState['run']> = {
  ...{ id: 'run_1', status: 'running', startedAt: '2026-01-01T00:00:00.000Z', currentStepID: null },
  ...{ currentStepPath: null, cycleCount: 0, isStoppingAfterCycle: false, pauseReason: null, waitingFor: null },
  ...{ isInterrupted: false, cycleTimeSeconds: null, distanceMeters: 0 },
};
const loaded = { id: 'routine_palletize', name: 'Palletize', version: 3, stepCount: 4 };

let clock: VirtualClock;
let state: RobotSessionState;
let sent: unknown[];
let refusals: Partial<Record<UpdateCommand, string>>;
/** End of the test routine after a second; it plays on without one. */
let end: RobotSessionState['run'] | undefined;
beforeEach(() => {
  clock = new VirtualClock();
  state = idleSession({ brakes: 'engaged', routine: loaded });
  [sent, refusals, end] = [[], {}, { ...run, status: 'completed' }];
});

function check(changes: Partial<HealthGateDeps> = {}, signal = new AbortController().signal) {
  const deps: HealthGateDeps = {
    checkReady: async () => undefined,
    hold: async () => undefined,
    robot: {
      readState: async () => state,
      async send(kind, payload) {
        if (kind !== 'controlHeartbeat') sent.push([kind, payload]);
        const refusal = refusals[kind];
        if (refusal !== undefined) throw new Error(refusal);
        if (kind === 'setBrakes') state = { ...state, brakes: 'disengaged' };
        if (kind !== 'playRoutine') return {};
        state = { ...state, run };
        if (end !== undefined)
          clock.schedule(1000, () => {
            state = { ...state, run: end ?? run };
          });
        return { runID: run.id };
      },
    },
    readTestRoutineID: async () => undefined,
    clock,
    ...changes,
  };
  return clock.runUntilSettled(checkBuildHealth(deps, signal), 600_000);
}

const played = (routineID: string) => [
  ['takeOverControl', {}],
  ['setBrakes', { state: 'disengaged' }],
  ['loadRoutine', { routineID }],
  ['playRoutine', { isConfirmed: true }],
];
const restored = [
  ['loadRoutine', { routineID: loaded.id, version: loaded.version }],
  ['releaseControl', {}],
];

describe('The health gate', () => {
  it('plays the built-in routine to its end, and shows the routine of before again', async () => {
    await check();
    expect(sent).toEqual([...played(updateTestRoutineID), ...restored]);
  });

  it('plays the routine that the operator picked', async () => {
    state = { ...state, routine: null };
    await check({ readTestRoutineID: async () => 'routine_test' });
    expect(sent).toEqual([...played('routine_test'), ['unloadRoutine', {}], ['releaseControl', {}]]);
  });

  it('waits for services that are still starting', async () => {
    const readyAt = clock.now() + readyWithinMS - 1000;
    const checkReady = async () => {
      if (clock.now() < readyAt) throw new Error('The gateway is not ready');
    };
    await check({ checkReady });
    expect(sent).toHaveLength(6);
  });

  it.each<[string, () => Partial<HealthGateDeps>]>([
    ['The gateway is not ready', () => ({ checkReady: () => Promise.reject(new Error('The gateway is not ready')) })],
    [
      'The simulated robot has no session',
      () => {
        state = { ...state, isControllerConnected: false };
        return {};
      },
    ],
    ['A routine runs on the live robot', () => ({ hold: async () => 'A routine runs on the live robot' })],
  ])('fails when it lasts: %s', async (reason, changes) => {
    const begun = clock.now();
    await expect(check(changes())).rejects.toThrow(`The new build is not ready after 30 s: ${reason}`);
    expect(clock.now() - begun).toBeLessThan(readyWithinMS + 1000);
    expect(sent).toEqual([]);
  });

  it.each<[string, () => void]>([
    [
      'The gripper did not close',
      () => {
        end = { ...run, status: 'failed' };
        state = {
          ...state,
          failure: { ...failure, reason: 'The gripper did not close' },
        };
      },
    ],
    [
      'It ended as stopped',
      () => {
        end = { ...run, status: 'stopped' };
      },
    ],
    [
      'It paused, and nobody can resume it',
      () => {
        end = { ...run, status: 'paused' };
      },
    ],
    [
      `It was not over after ${playedWithinMS / 1000} s`,
      () => {
        end = undefined;
      },
    ],
    [
      'The routine does not exist',
      () => {
        refusals = { loadRoutine: 'The routine does not exist' };
      },
    ],
  ])('fails with the reason of the test routine: %s', async (reason, prepare) => {
    prepare();
    await expect(check()).rejects.toThrow(`The test routine did not play to its end: ${reason}`);
    expect(sent.at(-1)).toEqual(['releaseControl', {}]);
  });

  it('ends when a user cancels', async () => {
    end = undefined;
    const cancel = new AbortController();
    clock.schedule(5000, () => cancel.abort(new Error('A user cancelled the install')));
    await expect(check({}, cancel.signal)).rejects.toThrow('A user cancelled the install');
    expect(sent.at(-1)).toEqual(['releaseControl', {}]);
  });
});

const failure = { kind: 'StepPlayFailure', recoveryKind: 'Recoverable', reason: '' } as const;
