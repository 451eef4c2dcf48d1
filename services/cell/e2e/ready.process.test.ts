import { once } from 'node:events';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { expect, it } from 'vitest';
import { makeDataPath, spawnCell } from './harness.ts';
import { useOnceReady, workingFirstUse } from './ready.fixture.ts';

/** Number of consecutive starts; CELL_STARTS sets more. newcomer.process.test.ts does it with one start in every run. */
const starts = Number(process.env.CELL_STARTS ?? 2);

inExhaustiveRuns(() => {
  it.each(Array.from({ length: starts }, (_, index) => index + 1))(
    'a cell that becomes ready serves its command line, set-up link and runner sockets (start %i)',
    async () => {
      const data = makeDataPath();
      const cell = spawnCell('compact', { CELLWRIGHT_DATA: data.path, PORT: '0' });
      const ended = new AbortController();
      const exited = once(cell, 'exit').then(() => ended.abort(new Error('the cell ended')));
      try {
        expect(await useOnceReady(data.path, ended.signal)).toEqual(workingFirstUse);
      } finally {
        cell.kill('SIGINT');
        await exited;
        data.remove();
      }
    },
    120_000,
  );
});
