import { type SafetySettings, safetyInputNames, safetySettingsSchema } from '@cellwright/domain/robot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionClient } from '../src/cli/cell-client.ts';
import { shareArmCell } from './arm-cell.ts';
import { type ArmWatcher, speedOf } from './faults/arm-watcher.fixture.ts';
import { accessCell, persist } from './faults/fault-cell.fixture.ts';
import { sweepFile } from './faults/routines.fixture.ts';

/** Without an end of sessions after each test: all tests use one. */
const faults = accessCell(shareArmCell());
let session: SessionClient;
let watcher: ArmWatcher;
beforeAll(async () => {
  session = await faults.openReadySession('simulated');
  watcher = await faults.watch('simulated');
}, 120_000);
afterAll(async () => {
  await watcher?.close();
  session?.close();
}, 60_000);

const rules = {
  inputSafeguardRules: [
    { pair: 1, kind: 'pauselow' },
    { pair: 2, kind: 'estop' },
  ],
  outputSafeguardRules: [{ pair: 8, kind: 'ismoving' }],
} as const satisfies Partial<SafetySettings>;

const force = (name: string, level: 'high' | 'low' | null) => session.send('forceInput', { name, level });

async function store(change: Partial<SafetySettings>): Promise<number> {
  const { status, text } = await faults.call('PATCH', '/safety-settings/1', JSON.stringify(change));
  expect(status, text).toBe(200);
  safetySettingsSchema.parse(JSON.parse(text));
  await session.waitFor(({ safetyRules }) => safetyRules.status === 'pending');
  return session.state.safetyRules.storedVersion ?? 0;
}

async function play(): Promise<string> {
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(sweepFile()));
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  await watcher.until('the arm moves', (state) => speedOf(state) > 0.2);
  return runID;
}

async function recover(): Promise<void> {
  await session.send('recover', {});
  await session.send('setBrakes', { state: 'disengaged' });
}

describe('safety rule stored over HTTP', () => {
  it('comes into force when the brakes are engaged, not while they are released', async () => {
    const version = await store(rules);
    expect(session.state.safetyRules.inForce).toMatchObject({ inputSafeguardRules: [], outputSafeguardRules: [] });
    expect(session.state.io['Input 3']).toBe('low');
    await session.send('setBrakes', { state: 'engaged' });
    await session.waitFor(({ safetyRules: { status } }) => status === 'inForce');
    expect(session.state.safetyRules).toEqual({
      status: 'inForce',
      storedVersion: version,
      inForce: { version, ...rules },
    });
    await session.waitFor(({ io }) => io['Input 3'] === 'high');
    await session.send('setBrakes', { state: 'disengaged' });
  });

  it('stops the arm when its input is pressed in the simulator, fails the run and ends with the recovery', async () => {
    const runID = await play();
    await session.waitFor(({ io }) => io['Output 15'] === 'high' && io['Output 16'] === 'high');
    await Promise.all([force('Input 3', 'low'), force('Input 4', 'low')]);
    await watcher.until('the arm stands', (state) => state.mode === 'fault' && speedOf(state) === 0);
    expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'failed', failure: { kind: 'EStopTriggered' } });
    await session.waitFor(
      ({ brakes, io }) => brakes === 'engaged' && io['Output 15'] === 'low' && io['Output 16'] === 'low',
    );
    await expect(session.send('recover', {})).rejects.toMatchObject({
      code: 'recovery_error',
      message: expect.stringContaining('emergency stop button is still pressed'),
    });
    await Promise.all([force('Input 3', null), force('Input 4', null)]);
    await session.waitFor(({ io }) => io['Input 3'] === 'high' && io['Input 4'] === 'high');
    await recover();
    await session.waitFor(
      ({ kind, failure, brakes }) => kind === 'Idle' && failure === null && brakes === 'disengaged',
    );
  }, 60_000);

  it('fails with its pair while its inputs disagree', async () => {
    const runID = await play();
    await force('Input 2', 'low');
    await session.waitFor(({ failure }) => failure?.kind === 'SafetyWatchdogFailure');
    expect(session.state.failure).toMatchObject({
      recoveryKind: 'Recoverable',
      reason:
        'A pair of safety inputs disagrees (Input 1 and Input 2). To move again: Bring both inputs of the pair to the same level, recover, release the brakes, then send a new command',
    });
    await watcher.until('the arm stands', (state) => state.mode === 'fault');
    expect(await faults.untilRunEnded(runID)).toMatchObject({ status: 'failed' });
    await expect(session.send('recover', {})).rejects.toMatchObject({ code: 'recovery_error' });
    await force('Input 2', null);
    await session.waitFor(({ io }) => io['Input 2'] === io['Input 1']);
    await recover();
    await session.waitFor(({ kind, failure }) => kind === 'Idle' && failure === null);
  }, 60_000);

  it('survives the runner and is in force again before a new runner releases the brakes', async () => {
    const pid = faults.pidOf('routine-runner');
    faults.signal('routine-runner', 'SIGKILL');
    await faults.untilRestarted('routine-runner', pid);
    expect(watcher.state.safetyRules).toMatchObject(rules);
    session.close();
    session = await persist(() => faults.openReadySession('simulated'));
    expect(session.state).toMatchObject({ brakes: 'disengaged', safetyRules: { status: 'inForce', inForce: rules } });
  }, 60_000);

  it('reaches a restarted controller before its brakes are released', async () => {
    const pid = faults.pidOf('controller-simulated');
    await watcher.close();
    faults.signal('controller-simulated', 'SIGKILL');
    await faults.untilRestarted('controller-simulated', pid);
    session.close();
    session = await persist(() => faults.openReadySession('simulated'));
    watcher = await faults.watch('simulated');
    expect(watcher.state).toMatchObject({ brakes: 'disengaged', safetyRules: rules });
  }, 60_000);
});

describe('each of the eight safety inputs, pressed separately in the simulator over HTTP and socket', () => {
  it.each(safetyInputNames)(
    '%s causes a fault of the arm and can be recovered after its release',
    async (name) => {
      await force(name, 'low');
      await session.waitFor(({ io, failure }) => io[name] === 'low' && failure !== null);
      // A single input is a pressed button, or a pair that disagrees: an open door only pauses.
      expect(['EStopTriggered', 'SafetyWatchdogFailure']).toContain(session.state.failure?.kind);
      expect(session.state.brakes).toBe('engaged');
      await force(name, null);
      await session.waitFor(({ io }) => io[name] === 'high');
      await recover();
      await session.waitFor(({ kind, failure }) => kind === 'Idle' && failure === null);
    },
    60_000,
  );
});
