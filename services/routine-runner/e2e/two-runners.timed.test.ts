// Timed: the commander of the arm is in this process, and must send to the controller every 200 ms.
import { type ControllerState, connectController, type RobotDriver } from '@cellwright/controller-link';
import { systemClock } from '@cellwright/service-kit';
import { anyProof } from '@cellwright/service-kit/testing/peers';
import { ChaosProxy, type OwnPostgresServer, startPostgres, type TestDatabase } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ControllerProcess, startController } from '../src/testing/controller-process.fixture.ts';
import { startPeers } from '../src/testing/fake-peers.fixture.ts';
import { migrations, startRunnerCell, step } from '../src/testing/runner-cell.fixture.ts';
import type { RunnerClient } from '../src/testing/runner-client.fixture.ts';
import { startRunnerProcess } from '../src/testing/runner-process.fixture.ts';

type Cell = Awaited<ReturnType<typeof startRunnerCell>>;

let postgres: OwnPostgresServer;
let database: TestDatabase;
let controller: ControllerProcess;
let watcher: RobotDriver;
let cell: Cell;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.stop());
beforeEach(async () => {
  [database, controller] = await Promise.all([postgres.createDatabase(), startController()]);
  const at = { host: '127.0.0.1', port: controller.port };
  const line = await connectController({
    proof: anyProof,
    ...at,
    clock: systemClock,
    commander: 'watcher',
    takesCommand: false,
  });
  if (!line.ok) throw new Error(line.reason);
  watcher = line.driver;
});
afterEach(async () => {
  await cell.stop();
  await watcher.close();
  await controller.stop();
});

const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 12_000, interval: 20 });
const isStanding = ({ velocities }: ControllerState) => velocities.every((velocity) => velocity === 0);
const stateOf = async (runner: RunnerClient) => (await runner.snapshot()).state;
const elsewhere = {
  code: 'unavailable',
  message: expect.stringContaining('Another routine runner controls the robots'),
};

/** Plays a routine that moves to and fro without end. */
async function playForEver(runner: RunnerClient): Promise<string> {
  const joints = watcher.state.positions;
  cell.peers.script.routines.set('routine_sweep', {
    steps: [
      step('1', 'Loop', {}),
      step('1.1', 'MoveArmToV2', {}),
      step('1.1.1', 'Waypoint', { target: { jointAngles: joints.map((angle, joint) => (joint === 0 ? 2 : angle)) } }),
      step('1.1.2', 'Waypoint', { target: { jointAngles: joints } }),
    ],
  });
  await until(async () => expect((await stateOf(runner)).kind).toBe('Idle'));
  await runner.command('setBrakes', { state: 'disengaged' });
  await runner.command('loadRoutine', { routineID: 'routine_sweep' });
  const played = await runner.command('playRoutine');
  await until(() => expect(isStanding(watcher.state)).toBe(false));
  return String(Object(played).runID);
}

async function expectEnded(runner: RunnerClient, runID: string, result: string): Promise<void> {
  const journal = await runner.journal(runID);
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
  expect(journal.at(-1)).toMatchObject({ event: 'runEnded', result });
  expect(journal.filter(({ event }) => event === 'runEnded')).toHaveLength(1);
}

describe('a second runner on the database', () => {
  inExhaustiveRuns(() => {
    it('waits and reports it, lets the first one drive through a restart of the database, and takes over when it ends', async () => {
      cell = await startRunnerCell({ database, controller });
      const runID = await playForEver(cell.runner);
      const first = await cell.startAnother();
      expect((await cell.health.ready()).reason).toContain('Another routine runner controls the robots');
      await expect(cell.runner.snapshot()).rejects.toMatchObject(elsewhere);
      await expect(cell.runner.stop()).rejects.toMatchObject(elsewhere);
      await expect(cell.runner.send('recover')).rejects.toMatchObject(elsewhere);
      expect((await cell.runner.listRuns()).map(({ id }) => id)).toEqual([runID]);

      await postgres.kill();
      await postgres.restart();
      await until(async () => expect((await cell.runner.listRuns()).map(({ status }) => status)).toEqual(['running']));
      await new Promise((resolve) => setTimeout(resolve, 4000));
      expect(await stateOf(first.runner)).toMatchObject({
        kind: 'RoutineRunning',
        run: { id: runID, status: 'running' },
      });
      await expect(cell.runner.snapshot()).rejects.toMatchObject(elsewhere);

      first.runner.close();
      await first.service.stop();
      expect(isStanding(watcher.state)).toBe(true);
      await until(async () => expect((await stateOf(cell.runner)).kind).toBe('Idle'));
      expect((await cell.health.ready()).reason ?? '').not.toContain('Another routine runner');
      await expectEnded(cell.runner, runID, 'stopped');
    });
  });

  it('takes over from a killed one: the run is interrupted, and nothing moves by itself', async () => {
    const peers = await startPeers();
    const { addresses } = peers;
    const settings = { databaseUrl: database.url, migrations, addresses, controllerPort: controller.port };
    const first = await startRunnerProcess(settings);
    cell = await startRunnerCell({ database, controller, peers });
    await expect(cell.runner.snapshot()).rejects.toMatchObject(elsewhere);
    const runID = await playForEver(first.runner);
    await first.kill();
    await until(() => expect(isStanding(watcher.state)).toBe(true));
    const stood = watcher.state.positions;
    await until(async () =>
      expect((await stateOf(cell.runner)).run).toMatchObject({ id: runID, status: 'interrupted' }),
    );
    await until(async () => expect((await stateOf(cell.runner)).kind).toBe('Idle'));
    await expectEnded(cell.runner, runID, 'interrupted');
    expect(watcher.state.positions).toEqual(stood);
    await peers.close();
  });

  it('takes over from one without database that still drives: the old one neither moves nor writes again', async () => {
    const proxy = await ChaosProxy.start({ target: postgres.port });
    const proxied = new URL(database.url);
    proxied.port = String(proxy.port);
    cell = await startRunnerCell({ database, controller, databaseUrl: proxied.href });
    const runID = await playForEver(cell.runner);
    const first = await cell.startAnother();
    proxy.set({ refuse: true });
    proxy.resetAll();
    await until(async () =>
      expect((await stateOf(cell.runner)).run).toMatchObject({ id: runID, status: 'interrupted' }),
    );
    await until(() => expect(isStanding(watcher.state)).toBe(true));
    await until(async () => expect((await stateOf(first.runner)).kind).toBe('Failure'));
    // No motion or change starts without its entry in the audit log.
    expect(await first.runner.send('recover')).toMatchObject({ ok: false, error: { code: 'unavailable' } });

    await until(async () => expect((await stateOf(cell.runner)).kind).toBe('Idle'));
    await playForEver(cell.runner);
    proxy.heal();
    await until(() => expect(first.runner.snapshot()).rejects.toMatchObject(elsewhere));
    await new Promise((resolve) => setTimeout(resolve, 1000));
    expect((await stateOf(cell.runner)).kind).toBe('RoutineRunning');
    await expectEnded(cell.runner, runID, 'interrupted');
    await cell.runner.stop();
    first.runner.close();
    await first.service.stop();
    await proxy.stop();
  });
});
