// Timed: the commander of the arm is in this process, and must send to the controller every 200 ms.
import { listJournal, runTo, setTool, setWatches } from '@cellwright/calls';
import {
  hashState,
  type JournalEntry,
  journalEntrySchema,
  type PatchOperation,
  robotFrameSchema,
} from '@cellwright/domain/run';
import { statePatchSchema } from '@cellwright/domain/runner-socket';
import { badProofs, proofFor } from '@cellwright/service-kit/testing/peers';
import { apply } from 'mutative';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { startRunnerCell, step } from '../src/testing/runner-cell.fixture.ts';
import { runnerCaller } from '../src/testing/runner-client.fixture.ts';

let cell: Awaited<ReturnType<typeof startRunnerCell>>;
beforeAll(async () => {
  cell = await startRunnerCell();
  const { joints } = cell.peers.script.routines.size === 0 ? await readyAt() : { joints: [] };
  cell.peers.script.routines.set('routine_move', {
    steps: [
      step('1', 'Wait', { milliseconds: 100 }),
      step('2', 'MoveArmToV2', {}),
      step('2.1', 'Waypoint', { target: { jointAngles: turned(joints, 0.4) } }),
      step('2.2', 'Waypoint', { target: { jointAngles: joints } }),
      step('3', 'SetIO', { outputs: [{ kind: 'Output', port: 3, level: 'high' }] }),
      step('4', 'ActuateGripper', {}),
    ],
  });
  cell.peers.script.routines.set('routine_long', {
    steps: [
      step('1', 'Loop', {}),
      step('1.1', 'MoveArmToV2', {}),
      step('1.1.1', 'Waypoint', { target: { jointAngles: turned(joints, 1.5) } }),
      step('1.1.2', 'Waypoint', { target: { jointAngles: joints } }),
    ],
  });
  await cell.runner.command('setBrakes', { state: 'disengaged' });
});
afterAll(async () => {
  await cell.stop();
});

/** Returns the position of the arm once the session is ready. */
async function readyAt() {
  let joints: number[] = [];
  const subscription = await cell.bus.subscribe('runner.simulated.frame', (message) => {
    joints = robotFrameSchema.parse(message.json()).q;
  });
  await vi.waitFor(async () => expect((await cell.runner.snapshot()).state.kind).toBe('Idle'), { timeout: 10_000 });
  await vi.waitFor(() => expect(joints).toHaveLength(6), { timeout: 10_000 });
  await subscription.close();
  return { joints };
}

function turned(joints: readonly number[], by: number): number[] {
  return joints.map((angle, joint) => (joint === 0 ? angle + by : angle));
}

const waitFor = async (kind: string) =>
  vi.waitFor(
    async () => {
      const { state } = await cell.runner.snapshot();
      expect(state.kind, state.failure?.reason).toBe(kind);
    },
    { timeout: 15_000, interval: 20 },
  );

/** Returns the newest run, once its end is written. */
const newestRun = (status: string) =>
  vi.waitFor(
    async () => {
      const [run] = await cell.runner.listRuns();
      expect(run?.status).toBe(status);
      return run;
    },
    { timeout: 15_000 },
  );

const caller = runnerCaller({ sessionId: 'ada', name: 'Ada' });

describe('the runner over gRPC', () => {
  it('loads, plays on the controller, journals, and returns the same state as patches', async () => {
    const first = await cell.runner.snapshot();
    let replica: object = first.state;
    let seq = first.seq;
    const broken: number[] = [];
    const subscription = await cell.bus.subscribe('runner.simulated.patch', (message) => {
      const patch = statePatchSchema.parse(message.json());
      // An empty patch only contains the last sequence number.
      if (patch.patch.length === 0) return;
      if (patch.seq !== seq + 1) broken.push(patch.seq);
      seq = patch.seq;
      replica = apply(replica, toMutative(patch.patch));
      if (hashState(replica) !== patch.hash) broken.push(patch.seq);
    });
    expect(await cell.runner.command('loadRoutine', { routineID: 'routine_move' })).toEqual({
      routineID: 'routine_move',
      version: 1,
    });
    const played = await cell.runner.command('playRoutine');
    await waitFor('Idle');
    const last = await cell.runner.snapshot();
    expect(last.state.run).toMatchObject({ status: 'completed', distanceMeters: expect.closeTo(0.2, 6) });
    expect(last.state.io['Output 3']).toBe('high');
    await expect.poll(() => seq).toBe(last.seq);
    expect(broken).toEqual([]);
    expect(replica).toEqual(last.state);
    await subscription.close();

    const run = await newestRun('completed');
    // Clients' reads have connections of their own, because they are made outside the thread that commands the arm.
    const connections = await cell.database.query(
      `SELECT 1 FROM pg_stat_activity WHERE application_name = 'runner reads' AND datname = current_database()`,
    );
    expect(connections.rows).not.toEqual([]);
    expect(run).toMatchObject({ routineID: 'routine_move', routineVersion: 1 });
    expect(played).toEqual({ runID: run?.id });
    const journal = await cell.runner.journal(run?.id ?? '');
    expect(journal.map(({ seq: number }) => number)).toEqual(journal.map((_, index) => index + 1));
    const { actuations } = cell.peers.script;
    expect(actuations).toHaveLength(1);
    expect(journal.find(({ event, stepPath }) => event === 'effectIntended' && stepPath === '4')?.data).toMatchObject({
      effectID: actuations[0]?.key,
    });
    expect(journal.filter(({ event }) => event === 'effectEnded').map(({ result }) => result)).toEqual([
      'completed',
      'completed',
    ]);
  });

  it('publishes every journal entry on the bus', async () => {
    const seen: JournalEntry[] = [];
    const subscription = await cell.bus.subscribe('event.runner.journal', (message) => {
      seen.push(...z.object({ entries: z.array(journalEntrySchema) }).parse(message.json()).entries);
    });
    await cell.runner.command('loadRoutine', { routineID: 'routine_move' });
    await cell.runner.command('playRoutine');
    await waitFor('Idle');
    const run = await newestRun('completed');
    const journal = await cell.runner.journal(run?.id ?? '');
    const ofThisRun = () => seen.filter(({ runID }) => runID === run?.id);
    await expect.poll(ofThisRun).toEqual(journal);
    await subscription.close();
  });

  it('stops a move, immediately and on the controller', async () => {
    await cell.runner.command('loadRoutine', { routineID: 'routine_long' });
    await cell.runner.command('playRoutine');
    await expect.poll(async () => (await cell.runner.snapshot()).state.motionActivity).toBe('moving');
    const { stopEpoch } = await cell.runner.stop();
    await waitFor('Idle');
    const { state } = await cell.runner.snapshot();
    expect(state).toMatchObject({ stopEpoch, run: { status: 'stopped' } });
    expect(cell.peers.script.stops).toContain(stopEpoch);
  });

  it('fails within 5 s when the planner process dies during a plan, and executes no part of it', async () => {
    const before = (await cell.runner.snapshot()).state;
    await cell.runner.command('loadRoutine', { routineID: 'routine_long' });
    let planned: () => void = () => undefined;
    const half = new Promise<void>((resolve) => {
      planned = resolve;
    });
    cell.peers.script.plan = async function* (_request, signal) {
      yield { event: { $case: 'acknowledged', value: {} } };
      planned();
      await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    };
    await cell.runner.command('playRoutine');
    await half;
    const startedAt = performance.now();
    await cell.peers.restartMotion();
    await waitFor('Failure');
    expect(performance.now() - startedAt).toBeLessThan(5000);
    cell.peers.script.plan = undefined;
    const { state } = await cell.runner.snapshot();
    expect(state).toMatchObject({
      failure: { kind: 'MotionPlannerFailure', recoveryKind: 'Recoverable' },
      run: { status: 'failed', distanceMeters: 0 },
      stopEpoch: before.stopEpoch + 1,
    });
    await cell.runner.command('recover');
    await waitFor('Idle');
  });

  it("clears the planner's cache", async () => {
    expect(await cell.runner.command('clearMotionPlanCache')).toEqual({});
    expect(cell.peers.script.cacheClears).toBe(1);
  });

  it('answers invalid requests with a typed error', async () => {
    const { calls, client, stored } = cell.runner;
    const ask = (text: string) => client.send({ robotKind: 2, caller, requestJson: Buffer.from(text) });
    await expect(ask('{')).rejects.toMatchObject({ code: 'request_failed_validation' });
    await expect(ask('[]')).rejects.toMatchObject({ code: 'request_failed_validation' });
    await expect(ask('['.repeat(100_000))).rejects.toMatchObject({ code: 'too_large' });
    await expect(
      stored.getEntity({ entity: 'runs', caller: undefined, id: 'run_x', version: 0 }),
    ).rejects.toMatchObject({ code: 'not_found' });
    await expect(calls.ask(listJournal, { id: 'run_x' })).rejects.toMatchObject({
      code: 'not_found',
    });
    await expect(client.getSnapshot({ robotKind: 0 })).rejects.toMatchObject({ code: 'request_failed_validation' });
    expect(await cell.runner.send('loadRoutine', { routineID: 'routine_x' })).toMatchObject({
      ok: false,
      error: { code: 'not_found' },
    });
  });

  it('refuses a call that needs control while another client has it, and a caller without permission', async () => {
    const { calls } = cell.runner;
    const eve = { sessionId: 'eve', name: 'Eve', permissions: ['connectToRobot'] };
    const bare = { robotKind: 'simulated', equipmentID: null } as const;
    await cell.runner.command('acquireControl');
    await expect(calls.ask(setTool, bare, { author: eve })).rejects.toMatchObject({ code: 'api_control_required' });
    await expect(calls.ask(setWatches, { robotKind: 'simulated', watches: [] }, { author: eve })).resolves.toEqual({
      watches: [],
    });
    const unknown = { author: { ...eve, permissions: [] } };
    await expect(calls.ask(setTool, bare, unknown)).rejects.toMatchObject({ code: 'forbidden' });
    await cell.runner.command('releaseControl');
    expect(await calls.ask(setTool, bare, { author: eve })).toMatchObject({ tool: { equipmentID: null } });
    await cell.runner.endSession('eve');
  });

  it('refuses a caller with an invalid assertion, but not its stop', async () => {
    const { calls, client } = cell.runner;
    const bare = { robotKind: 'simulated', equipmentID: null } as const;
    const requestJson = Buffer.from(JSON.stringify({ id: 'm', kind: 'acquireControl', payload: {} }));
    const refused = { code: 'authorization_required' };
    for (const [what, proof] of badProofs()) {
      const request = { robotKind: 2, caller: { ...caller, proof }, requestJson };
      await expect(client.send(request), what).rejects.toMatchObject(refused);
      const author = { name: 'Ada', sessionId: 'ada', proof };
      await expect(calls.ask(setTool, bare, { author }), what).rejects.toMatchObject(refused);
      const before = (await cell.runner.stop()).stopEpoch;
      const stop = { robotKind: 2, caller: { ...caller, proof }, isEmergency: false, reason: '' };
      expect((await client.stop(stop)).stopEpoch, what).toBe(before + 1);
    }
  });

  it('refuses a client that acts in the session of another', async () => {
    const { calls } = cell.runner;
    const mallory = { ...caller, proof: proofFor({ id: 'token_mallory', name: 'Mallory' }) };
    await cell.runner.command('acquireControl');
    const forbidden = { code: 'forbidden', message: expect.stringContaining('belongs to another user') };
    await expect(cell.runner.send('setBrakes', { state: 'disengaged' }, mallory)).rejects.toMatchObject(forbidden);
    const author = { id: 'token_mallory', name: 'Mallory', sessionId: caller.sessionId };
    const bare = { robotKind: 'simulated', equipmentID: null } as const;
    await expect(calls.ask(setTool, bare, { author })).rejects.toMatchObject(forbidden);
    await cell.runner.command('releaseControl');
  });

  it('uses the idempotency key of a call as the id of its message', async () => {
    const { calls } = cell.runner;
    const extras = { author: { sessionId: 'eve', name: 'Eve', permissions: ['connectToRobot'] }, idempotencyKey: 'k1' };
    const set = (stepID: string) =>
      calls.ask(runTo, { robotKind: 'simulated', stepID }, extras).catch((error: { code?: string }) => error.code);
    const first = await set('step_x');
    expect(await set('step_x')).toBe(first);
    expect(await set('step_y')).toBe('conflict');
    await cell.runner.endSession('eve');
  });

  it('keeps a live robot without a controller in Constructing', async () => {
    const { client } = cell.runner;
    const requestJson = Buffer.from(JSON.stringify({ id: '1', kind: 'playRoutine' }));
    const { responseJson } = await client.send({ robotKind: 1, caller, requestJson });
    expect(JSON.parse(Buffer.from(responseJson).toString())).toMatchObject({ error: { code: 'service_initializing' } });
  });
});

function toMutative(patch: readonly PatchOperation[]): Parameters<typeof apply>[1] {
  return patch.map((operation) => ({ value: undefined, ...operation }));
}
