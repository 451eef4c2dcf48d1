import { ProductError } from '@cellwright/domain/basics';
import { openSession } from '../../src/cli/cell-client.ts';
import type { FaultCell } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';

export interface ParallelPlays {
  readonly accepted: number;
  /** Error codes of the refusals. */
  readonly refusals: readonly string[];
  /** Number of new runs in the journal. */
  readonly newRuns: number;
  /** Maximum number of simultaneous trajectories. */
  readonly startedTogether: number;
}

/** Sends many plays at once: all from one client, or each from a separate client. */
export async function playInParallel(
  faults: FaultCell,
  count: number,
  clients: 'one' | 'many',
): Promise<ParallelPlays> {
  const { client } = faults.cell;
  const watcher = await faults.watch('simulated');
  const { routineID } = await client.importRoutine(JSON.stringify(sweepFile()));
  const loader = await faults.openReadySession('simulated');
  await loader.send('loadRoutine', { routineID });
  // The loader releases control, so that every client could acquire it.
  await loader.send('releaseControl', {});
  const known = new Set((await faults.listRuns('simulated')).map(({ id }) => id));
  const before = await watcher.newestIndex();
  const sessions = await Promise.all(
    Array.from({ length: clients === 'one' ? 1 : count }, () => openSession(client, 'simulated')),
  );
  const plays = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      try {
        await sessions[index % sessions.length]?.send('playRoutine', { isConfirmed: true });
        return 'accepted';
      } catch (error) {
        return error instanceof ProductError ? error.code : String(error);
      }
    }),
  );
  await watcher.until('the arm moves', ({ mode }) => mode === 'executing');
  await loader.send('stop', {});
  await loader.waitFor(({ kind }) => kind === 'Idle');
  const log = await watcher.readLog(before);
  for (const session of [loader, ...sessions]) session.close();
  await watcher.close();
  return {
    accepted: plays.filter((play) => play === 'accepted').length,
    refusals: plays.filter((play) => play !== 'accepted'),
    newRuns: (await faults.listRuns('simulated')).filter(({ id }) => !known.has(id)).length,
    startedTogether: countOverlaps(log.map(({ kind }) => kind)),
  };
}

function countOverlaps(kinds: readonly string[]): number {
  let open = 0;
  let most = 0;
  for (const kind of kinds) {
    if (kind === 'trajectoryStarted') open += 1;
    if (kind === 'trajectoryCompleted' || kind === 'trajectoryStopped') open -= 1;
    most = Math.max(most, open);
  }
  return most;
}
