// Timed: the commander of the arm is in this process, and must send to the controller every 200 ms.
import { type OwnPostgresServer, startPostgres } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { startRunnerCell, step } from '../src/testing/runner-cell.fixture.ts';

const toggle = (port: number) => ({ outputs: [{ kind: 'Output', port, level: 'high' }] });

let postgres: OwnPostgresServer;
let cell: Awaited<ReturnType<typeof startRunnerCell>>;
beforeAll(async () => {
  postgres = await startPostgres();
  cell = await startRunnerCell({ database: await postgres.createDatabase() });
  const { routines } = cell.peers.script;
  routines.set('routine_quiet', { steps: [step('1', 'Loop', {}), step('1.1', 'Wait', { milliseconds: 200 })] });
  routines.set('routine_output', {
    steps: [step('1', 'Wait', { milliseconds: 1500 }), step('2', 'SetIO', toggle(7))],
  });
  await vi.waitFor(async () => expect((await state()).kind).toBe('Idle'), { timeout: 10_000 });
  await cell.runner.command('setBrakes', { state: 'disengaged' });
});
afterAll(async () => {
  await cell.stop();
  await postgres.stop();
});

const state = async () => (await cell.runner.snapshot()).state;

async function play(routineID: string): Promise<string> {
  await cell.runner.command('loadRoutine', { routineID });
  await cell.runner.command('playRoutine');
  return (await state()).run?.id ?? '';
}

async function timeStop(): Promise<number> {
  const startedAt = performance.now();
  await cell.runner.stop();
  return performance.now() - startedAt;
}

/** Checks that the journal has no gaps, and ends as the state reports. */
async function expectWholeJournal(runID: string, result: string): Promise<void> {
  await vi.waitFor(
    async () => expect((await cell.runner.journal(runID)).at(-1)).toMatchObject({ event: 'runEnded', result }),
    {
      timeout: 10_000,
      interval: 100,
    },
  );
  const journal = await cell.runner.journal(runID);
  expect(journal.map(({ seq }) => seq)).toEqual(journal.map((_, index) => index + 1));
}

describe('while the database is away', () => {
  it('continues a run, stops it, starts nothing new, and has a complete journal afterwards', async () => {
    const runID = await play('routine_quiet');
    await postgres.kill();
    const cycles = (await state()).run?.cycleCount ?? 0;
    await expect.poll(async () => (await state()).run?.cycleCount).toBeGreaterThan(cycles + 3);
    expect(await timeStop()).toBeLessThan(500);
    await expect.poll(async () => (await state()).kind).toBe('Idle');
    const askedAt = performance.now();
    expect(await cell.runner.send('playRoutine')).toMatchObject({ ok: false, error: { code: 'unavailable' } });
    expect(performance.now() - askedAt).toBeLessThan(5 * 2000);
    await expect(cell.runner.listRuns()).rejects.toMatchObject({ code: 'unavailable' });
    await postgres.restart();
    await expectWholeJournal(runID, 'stopped');
  });
});

describe('while the database does not answer', () => {
  /** Plays up to the output, whose intent cannot be committed. */
  async function waitAtOutput(): Promise<string> {
    const runID = await play('routine_output');
    postgres.pause();
    await vi.waitFor(async () => expect((await state()).run?.waitingFor).toBe('database'), { timeout: 15_000 });
    expect((await state()).io['Output 7']).toBe('low');
    return runID;
  }
  const endedEffects = async (runID: string) =>
    (await cell.runner.journal(runID)).filter(({ event }) => event === 'effectEnded').map(({ result }) => result);

  it('sets no output without its committed intent, and does not delay a stop', async () => {
    const runID = await waitAtOutput();
    const askedAt = performance.now();
    await expect(cell.runner.listRuns()).rejects.toMatchObject({ code: 'unavailable' });
    // Below the 10 s timeout of any query; the soak script checks the 2 s.
    expect(performance.now() - askedAt).toBeLessThan(8000);
    expect(await timeStop()).toBeLessThan(500);
    await expect.poll(async () => (await state()).kind).toBe('Idle');
    postgres.resume();
    await expectWholeJournal(runID, 'stopped');
    expect(await endedEffects(runID)).toEqual(['notExecuted']);
    expect((await state()).io['Output 7']).toBe('low');
  });

  it('lets the run wait, and sets the output when the database answers again', async () => {
    const runID = await waitAtOutput();
    postgres.resume();
    await expectWholeJournal(runID, 'completed');
    expect((await state()).io['Output 7']).toBe('high');
    expect(await endedEffects(runID)).toEqual(['completed']);
  });
});
