import type { RobotSessionState } from '@cellwright/domain/run';
import { flushPromises, VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import { createInitialState } from '../state/initial-state.ts';
import { type RobotFacts, RobotReporter } from './robot-reporter.ts';

let clock: VirtualClock;
let written: Partial<RobotFacts>[];
let failure: Error | undefined;
let reporter: RobotReporter;
let state: RobotSessionState;

beforeEach(() => {
  clock = new VirtualClock();
  written = [];
  failure = undefined;
  state = createInitialState('simulated', false);
  reporter = new RobotReporter({
    clock,
    log: { info: () => {}, warn: () => {}, error: () => {} },
    readAddresses: () => ({ lastKnownLocalIP: '10.0.0.2', lastKnownEthernetIP: null, lastKnownWifiIP: null }),
    save: async (facts) => {
      if (failure) throw failure;
      written.push(facts);
    },
  });
});

function change(changes: Partial<RobotSessionState>): void {
  state = { ...state, ...changes };
  reporter.note(state);
}
async function pass(ms: number): Promise<void> {
  await clock.advance(ms);
  await flushPromises();
}
const routine = { id: 'routine_1', name: 'One', version: 1, stepCount: 1 };

describe('the record of a robot', () => {
  it('follows the session, at most once a second, with the newest state', async () => {
    change({ kind: 'Idle' });
    change({ kind: 'RoutineRunning', isPaused: true, speedRestrictionPercentage: 0.5 });
    await pass(999);
    expect(written).toEqual([]);
    await pass(1);
    expect(written).toMatchObject([
      {
        routineRunnerState: { kind: 'RoutineRunning', isPaused: true },
        routineIsPaused: true,
        speedRestrictionPercentage: 0.5,
        lastActiveAt: expect.any(String),
        lastKnownLocalIP: '10.0.0.2',
      },
    ]);
  });

  it('stays unwritten when nothing changed', async () => {
    change({ kind: 'Idle' });
    await pass(1000);
    change({ payload: { mass: 2 } });
    await pass(5000);
    expect(written).toHaveLength(1);
  });

  it('stores the last loaded routine and its time, also after it was unloaded', async () => {
    change({ routine });
    await pass(1000);
    const { latestRoutineLoadedAt } = written.at(-1) ?? {};
    change({ routine: null, speedRestrictionPercentage: 0.9 });
    await pass(1000);
    expect(written.at(-1)).toMatchObject({ latestRoutineID: 'routine_1', latestRoutineLoadedAt });
  });

  it('contains the current state after an outage', async () => {
    failure = new Error('no database');
    change({ kind: 'Idle' });
    await pass(1000);
    failure = undefined;
    change({ kind: 'RoutineRunning' });
    await pass(10_000);
    expect(written).toMatchObject([{ routineRunnerState: { kind: 'RoutineRunning' } }]);
  });

  it('lists the ports of safety rules, once they are known', async () => {
    change({ kind: 'Idle' });
    await pass(1000);
    expect(written[0]).not.toHaveProperty('safetyPorts');
    state = { ...state, safetyRules: { status: 'pending', storedVersion: 3, inForce: null } };
    reporter.note(state, ['Input 1', 'Input 2']);
    await pass(1000);
    expect(written.at(-1)?.safetyPorts).toEqual(['Input 1', 'Input 2']);
  });
});
