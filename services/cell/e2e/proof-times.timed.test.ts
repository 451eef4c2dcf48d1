// Timed: the duration of a run matches its dry run within two percent. In exhaustive runs only.
import { join } from 'node:path';
import { proofReportSchema } from '@cellwright/domain/run';
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
/** Pallets with one box each: the whole example takes a quarter of an hour. */
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
    // 'palletizing.json' uses it to lift boxes.
    await addDevice(cell, 'OnRobotVG');
    await switchOn(cell);
  }, 120_000);
  afterAll(async () => {
    await cell.stop();
    data.remove();
  });

  describe('proved routine', () => {
    it.each(played)(
      '%s takes as long as its proof, within two percent',
      async (file) => {
        const play = () => cell.runCli('routine', ['run', pathOf(file), '--json']);
        // Played once before: the arm is then at the end of the routine, and the planner is warm.
        expect((await play()).code).toBe(0);
        const { totals } = await prove(file);
        const proved = totals.cycleTimeSeconds ?? 0;
        let shortest = Number.POSITIVE_INFINITY;
        // The shortest time is used, because other load of the machine only adds to it.
        for (let run = 0; run < 5 && shortest > proved * 1.02; run += 1)
          shortest = Math.min(shortest, resultSchema.parse(lastLine((await play()).stdout)).cycleTimeSeconds);
        expect(Math.abs(proved - shortest) / shortest).toBeLessThan(0.02);
      },
      300_000,
    );
  });
});
