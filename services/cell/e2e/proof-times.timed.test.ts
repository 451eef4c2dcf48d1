// Timed: a run takes as long as its proof says, within two percent. In exhaustive runs only.
import { join } from 'node:path';
import { proofReportSchema } from '@cellwright/domain';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { addDevice } from './devices.fixture.ts';
import { examples, makeDataPath, startCell, type TestCell } from './harness.ts';
import { withSmallPallet } from './small-pallet.fixture.ts';
import { switchOn } from './switch-on.fixture.ts';

const played = ['pick-and-place.json', 'rim-polishing.json', 'palletizing.json'];
const resultSchema = z.object({ status: z.string(), cycleTimeSeconds: z.number() });

const data = makeDataPath();
let cell: TestCell;
/** Pallets with one box each: the whole of them takes a quarter of an hour. */
const pathOf = (file: string) => withSmallPallet(join(examples, file), data.path);

function lastLine(stdout: string): unknown {
  return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
}

async function prove(file: string) {
  const { stdout } = await cell.runCli('routine', ['prove', pathOf(file), '--json']);
  return proofReportSchema.parse(lastLine(stdout));
}

inExhaustiveRuns(() => {
  beforeAll(async () => {
    cell = await startCell('compact', data.path);
    // 'palletizing.json' lifts boxes with it.
    await addDevice(cell, 'OnRobotVG');
    await switchOn(cell);
  }, 120_000);
  afterAll(async () => {
    await cell.stop();
    data.remove();
  });

  describe('a routine that was proved', () => {
    it.each(played)(
      '%s takes as long as it is proved to take, within two percent',
      async (file) => {
        const play = () => cell.runCli('routine', ['run', pathOf(file), '--json']);
        // Once before: the arm then stands where the routine leaves it, and the planner has warmed up.
        expect((await play()).code).toBe(0);
        const { totals } = await prove(file);
        const proved = totals.cycleTimeSeconds ?? 0;
        let shortest = Number.POSITIVE_INFINITY;
        // A routine's own time is its shortest: what else the machine does meanwhile only ever adds to it.
        for (let run = 0; run < 5 && shortest > proved * 1.02; run += 1)
          shortest = Math.min(shortest, resultSchema.parse(lastLine((await play()).stdout)).cycleTimeSeconds);
        expect(Math.abs(proved - shortest) / shortest).toBeLessThan(0.02);
      },
      300_000,
    );
  });
});
