import { setTimeout as sleep } from 'node:timers/promises';
import { type ControllerLogEntry, connectController, type RobotDriver } from '@cellwright/controller-link';
import { systemClock } from '@cellwright/service-kit';
import { anyProof } from '@cellwright/service-kit/testing/peers';
import { createDatabase, lagFactor, type TestDatabase } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { type ControllerProcess, startController } from '../src/testing/controller-process.fixture.ts';
import { startPeers } from '../src/testing/fake-peers.fixture.ts';
import { migrations, step } from '../src/testing/runner-cell.fixture.ts';
import { type RunnerProcess, startRunnerProcess } from '../src/testing/runner-process.fixture.ts';

/** Maximum wait for a change on a busy machine, ms. */
const patienceMS = 20_000;
let database: TestDatabase;
let controller: ControllerProcess;
let peers: Awaited<ReturnType<typeof startPeers>>;
let watcher: RobotDriver;
let process: RunnerProcess;

const start = () =>
  startRunnerProcess({
    databaseUrl: database.url,
    migrations,
    addresses: peers.addresses,
    controllerPort: controller.port,
  });

beforeAll(async () => {
  [database, controller, peers] = await Promise.all([createDatabase(), startController(), startPeers()]);
  const line = await connectController({
    proof: anyProof,
    host: '127.0.0.1',
    port: controller.port,
    clock: systemClock,
    commander: 'watcher',
    takesCommand: false,
  });
  if (!line.ok) throw new Error(line.reason);
  watcher = line.driver;
  const joints = watcher.state.positions;
  peers.script.routines.set('routine_move', {
    steps: [
      step('1', 'Loop', {}),
      step('1.1', 'MoveArmToV2', {}),
      step('1.1.1', 'Waypoint', { target: { jointAngles: joints.map((angle, joint) => (joint === 0 ? 2 : angle)) } }),
      step('1.1.2', 'Waypoint', { target: { jointAngles: joints } }),
    ],
  });
  peers.script.routines.set('routine_grip', {
    steps: [step('1', 'Loop', { times: 1 }), step('1.1', 'ActuateGripper', {})],
  });
  process = await start();
});
afterAll(async () => {
  await process.kill();
  await watcher.close();
  await peers.close();
  await controller.stop();
  await database.drop();
});

const state = async () => (await process.runner.snapshot()).state;

async function play(routineID: string, options: object = {}): Promise<void> {
  await vi.waitFor(async () => expect(['Idle', 'Failure']).toContain((await state()).kind), { timeout: patienceMS });
  await process.runner.command('recover');
  await process.runner.command('setBrakes', { state: 'disengaged' });
  await process.runner.command('loadRoutine', { routineID });
  await process.runner.command('playRoutine', options);
}

const isMoving = () => watcher.state.velocities.some((velocity) => Math.abs(velocity) > 0.3);

async function newLogEntries(after: number): Promise<readonly ControllerLogEntry[]> {
  const entries: ControllerLogEntry[] = [];
  for (let last = after; ; ) {
    const page = await watcher.getLog({ after: last, limit: 1000 });
    if (!page || page.entries.length === 0) return entries;
    entries.push(...page.entries);
    last = page.entries.at(-1)?.index ?? last;
  }
}

const newestLog = async () => (await watcher.getLog({ after: 0, limit: 1 }))?.newest ?? 0;

describe('a runner that is killed', () => {
  it('in the middle of a move: the arm stops within 700 ms, the run is interrupted in its step, nothing resumes', async () => {
    await play('routine_move');
    await vi.waitFor(() => expect(isMoving()).toBe(true), { timeout: patienceMS, interval: 5 });
    const { run } = await state();
    const killedAt = performance.now();
    await process.kill();
    await vi.waitFor(() => expect(watcher.state.velocities.every((velocity) => velocity === 0)).toBe(true), {
      timeout: patienceMS,
      interval: 5,
    });
    // Five times the limit, on a machine without other load; the soak script checks the limit itself.
    expect(performance.now() - killedAt).toBeLessThan(5 * 700 * lagFactor());
    const stood = watcher.state.positions;
    const mark = await newestLog();

    process = await start();
    await expect.poll(state).toMatchObject({ isControllerConnected: true, kind: 'Idle' });
    expect(await state()).toMatchObject({
      brakes: 'engaged',
      run: { id: run?.id, status: 'interrupted', isInterrupted: true, currentStepPath: expect.stringMatching(/^1\.1/) },
    });
    const [row] = await process.runner.listRuns();
    expect(row).toMatchObject({
      id: run?.id,
      status: 'interrupted',
      endedAt: expect.any(String),
      interruptedIn: { stepPath: expect.stringMatching(/^1\.1/), hasUnknownEffect: false },
    });
    const journal = await process.runner.journal(run?.id ?? '');
    expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
    expect(journal.slice(-2).map(({ event }) => event)).toEqual(['interrupted', 'runEnded']);
    await sleep(500);
    expect(watcher.state.positions).toEqual(stood);
    expect((await newLogEntries(mark)).some(({ kind }) => kind === 'trajectoryStarted')).toBe(false);
  });

  it('between an effect and its record: the step shows as unknown, the next play asks, and nothing is repeated', async () => {
    const { actuations } = peers.script;
    peers.script.onActuate = () => new Promise(() => undefined);
    await play('routine_grip');
    await expect.poll(() => actuations).toHaveLength(1);
    await process.kill();
    peers.script.onActuate = undefined;

    process = await start();
    await vi.waitFor(async () => expect((await state()).kind).toBe('Idle'), { timeout: patienceMS });
    const [row] = await process.runner.listRuns();
    expect(row?.interruptedIn).toEqual({
      stepID: 'step_1.1',
      stepPath: '1.1',
      stepKind: 'ActuateGripper',
      hasUnknownEffect: true,
      rounds: [{ stepPath: '1', round: 1 }],
    });
    const journal = await process.runner.journal(row?.id ?? '');
    expect(journal.find(({ event }) => event === 'effectEnded')).toMatchObject({ stepPath: '1.1', result: 'unknown' });
    await sleep(300);
    expect(actuations).toHaveLength(1);

    await process.runner.command('setBrakes', { state: 'disengaged' });
    await process.runner.command('loadRoutine', { routineID: 'routine_grip' });
    expect(await process.runner.send('playRoutine')).toMatchObject({
      ok: false,
      error: {
        code: 'cannot_play_routine',
        message: expect.stringContaining('interrupted in step 1.1 (round 1 of step 1)'),
        details: { needsConfirmation: true },
      },
    });
    await process.runner.command('playRoutine', { isConfirmed: true });
    await expect.poll(() => actuations).toHaveLength(2);
    expect(actuations[1]?.stopEpoch).toBeGreaterThan(actuations[0]?.stopEpoch ?? Number.POSITIVE_INFINITY);
  });
});

describe('a runner that is frozen', () => {
  it('detects on waking that the arm was stopped, fails, and sends nothing stale', async () => {
    await play('routine_move', { isConfirmed: true });
    await vi.waitFor(() => expect(isMoving()).toBe(true), { timeout: patienceMS, interval: 5 });
    process.signal('SIGSTOP');
    await vi.waitFor(() => expect(watcher.state.mode).toBe('braked'), { timeout: patienceMS, interval: 5 });
    await sleep(1000);
    const mark = await newestLog();
    process.signal('SIGCONT');
    await vi.waitFor(async () => expect((await state()).kind).toBe('Failure'), { timeout: patienceMS });
    expect((await state()).failure).toMatchObject({ kind: 'HeartbeatLostFailure', recoveryKind: 'Recoverable' });
    await sleep(500);
    const moved = (await newLogEntries(mark)).filter(
      ({ kind }) => kind === 'trajectoryStarted' || kind === 'jogStarted',
    );
    expect(moved).toEqual([]);
    await vi.waitFor(async () => expect((await process.runner.send('recover')).ok).toBe(true), { timeout: patienceMS });
    expect((await state()).kind).toBe('Idle');
  });
});
