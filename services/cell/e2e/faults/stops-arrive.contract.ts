import { pickRows } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { speedOf } from './arm-watcher.fixture.ts';
import { type FaultCell, makeReady, within } from './fault-cell.fixture.ts';
import { sweepFile } from './routines.fixture.ts';
import {
  addGlobalVariables,
  longRoutine,
  openRunnerSocket,
  pipelineWithoutToken,
  type StopKind,
  sendStop,
} from './stop-conditions.fixture.ts';

/** Generous because of other programs on the machine. The test checks only that a stop arrives. */
const arrivesWithinMS = 5000;

async function play(faults: FaultCell, file: object): Promise<string> {
  const { routineID } = await faults.cell.client.importRoutine(JSON.stringify(file));
  const session = await faults.openReadySession('simulated');
  await makeReady(session);
  await session.send('loadRoutine', { routineID });
  const { runID } = await session.send('playRoutine', { isConfirmed: true });
  session.close();
  return runID;
}

/** Plays a sweep, stops it, and expects that this stops the arm. */
async function stopSweep(faults: FaultCell, kind: StopKind): Promise<void> {
  const watcher = await faults.watch('simulated');
  await play(faults, sweepFile());
  await watcher.until('the arm moves', (state) => speedOf(state) > 0.3);
  const socket = await openRunnerSocket(faults);
  const before = await watcher.newestIndex();
  await within(arrivesWithinMS, `a stop by ${kind}`, sendStop(faults, kind, socket));
  await watcher.until('the arm stands', (state) => speedOf(state) === 0, arrivesWithinMS);
  const log = await watcher.readLogUntil('the stop', before, (entries) =>
    entries.some((entry) => entry.kind === 'stopStarted'),
  );
  expect(log.filter(({ kind: of }) => of === 'commanderLost')).toEqual([]);
  socket.close();
  await watcher.close();
}

/** Tests stops whatever else the gateway does. The last one leaves 1,000 global variables. */
export function describeStopsThatArrive(cell: () => FaultCell): void {
  describe('stop', () => {
    it.each(pickRows(['http', 'stop listener', 'open socket'] as const, ['stop listener']))(
      'arrives by %s while a routine of 20,000 steps plays',
      async (kind) => {
        const faults = cell();
        const runID = await play(faults, longRoutine());
        const socket = await openRunnerSocket(faults);
        await new Promise((resolve) => setTimeout(resolve, 3000));
        await within(arrivesWithinMS, `a stop by ${kind}`, sendStop(faults, kind, socket));
        socket.close();
        const run = await faults.untilRunEnded(runID);
        expect(run.status).toBe('stopped');
      },
      180_000,
    );

    it.each(pickRows(['http', 'stop listener', 'new socket', 'open socket'] as const, ['http', 'new socket']))(
      'arrives by %s while 20 connections without a token pipeline',
      async (kind) => {
        const faults = cell();
        const end = await pipelineWithoutToken(faults, 20);
        try {
          await stopSweep(faults, kind);
        } finally {
          end();
        }
      },
      120_000,
    );

    it('arrives behind 2,000 requests on its socket, with 1,000 global variables in each response', async () => {
      const faults = cell();
      await addGlobalVariables(faults, 1000);
      await stopSweep(faults, 'behind 2,000 requests');
    }, 180_000);
  });
}
