// Timed: a replay is compared with the log of the controller, sample by sample of real time.
import { join } from 'node:path';
import { type ReplayMoment, replayMomentSchema, replaySchema } from '@cellwright/domain/run';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FaultCell, startFaultCell } from './faults/fault-cell.fixture.ts';
import { examples, waitUntil } from './harness.ts';

const settledSeconds = 0.9;
/** Set-point in the arm's log: the controller's seconds and joint angles, rad, at 125 Hz while it moves. */
interface SetPoint {
  readonly time: number;
  readonly positions: readonly number[];
}

let cell: FaultCell;
let runID: string;
let setPoints: SetPoint[];
let moments: ReplayMoment[];
let startedAt: number;
let seconds: number;

async function readMoment(at: number): Promise<ReplayMoment> {
  const { text } = await cell.call('GET', `/runs/${runID}/replay/moment?seconds=${at}`);
  return replayMomentSchema.parse(JSON.parse(text));
}

/** Returns the logged position of the arm; between its motions it is at rest. */
function loggedAt(time: number): readonly number[] | undefined {
  return setPoints.findLast((point) => point.time <= time)?.positions;
}

const gap = (one: readonly number[], other: readonly number[]) =>
  Math.max(...one.map((angle, joint) => Math.abs(angle - (other[joint] ?? Number.NaN))));

/** Returns the maximum distance of the replay from the log, rad, if the run began at this time of the controller. */
function farthest(begin: number): number {
  return Math.max(
    ...moments.map(({ seconds: at, joints }) => {
      const logged = loggedAt(begin + at);
      return logged && joints ? gap(joints, logged) : 0;
    }),
  );
}

inExhaustiveRuns(() => {
  beforeAll(async () => {
    cell = await startFaultCell('compact');
    const arm = await cell.watch('simulated');
    const before = await arm.newestIndex();
    const { code, stdout } = await cell.cell.runCli('routine', ['run', join(examples, 'inspection-tour.json')]);
    if (code !== 0) throw new Error(stdout);
    setPoints = (await arm.readLog(before)).filter(({ kind }) => kind === 'setPoint');
    await arm.close();
    const [run] = await cell.listRuns('simulated');
    if (!run?.endedAt) throw new Error('the run is not reported as ended');
    runID = run.id;
    startedAt = Date.parse(run.startedAt);
    seconds = (Date.parse(run.endedAt) - startedAt) / 1000;
    await waitUntil(async () => {
      const { status, text } = await cell.call('GET', `/runs/${runID}/replay`);
      return status === 200 && replaySchema.parse(JSON.parse(text)).to >= seconds + settledSeconds;
    }, 20_000);
    moments = [];
    for (let at = 0; at < seconds; at += seconds / 300) moments.push(await readMoment(at));
  }, 180_000);
  afterAll(() => cell.remove());

  describe('replay of a run', () => {
    it('places the arm as in its log at any instant, within one sample', () => {
      const first = setPoints[0]?.time ?? 0;
      const oneSample = Math.max(
        ...setPoints.slice(1).map(({ positions }, index) => gap(positions, setPoints[index]?.positions ?? positions)),
      );
      // The controller has a separate clock: the start of the run on it is the best fit.
      const begins = Array.from({ length: 2500 }, (_, step) => first - step * 0.002);
      const best = Math.min(...begins.map(farthest));
      expect(setPoints.length).toBeGreaterThan(200);
      expect(best).toBeLessThanOrEqual(oneSample + 1e-4);
      // A wrong start is detected: a tenth of a second off is many samples off.
      const begin = begins.find((each) => farthest(each) === best) ?? first;
      expect(farthest(begin + 0.1)).toBeGreaterThan(4 * oneSample);
    });

    it('contains the steps at the times of the journal', async () => {
      const journal = await cell.readJournal(runID);
      const started = journal.filter(({ event }) => event === 'stepStarted');
      for (const { seq, at, stepID, stepPath } of started) {
        const { state } = await readMoment((Date.parse(at) - startedAt) / 1000 + 0.025);
        const isPlaying = state.steps[stepID ?? '']?.state === 'playing';
        // A short step has ended by then.
        const end = journal.find(
          (entry) => entry.seq > seq && entry.event === 'stepEnded' && entry.stepPath === stepPath,
        );
        if (end && Date.parse(end.at) - Date.parse(at) > 100) expect([stepPath, isPlaying]).toEqual([stepPath, true]);
      }
      expect((await readMoment(seconds + settledSeconds)).state.run).toMatchObject({ id: runID, status: 'completed' });
    });

    it('prints its extent, an instant, and the reason for a missing one on the command line', async () => {
      const cli = (...args: string[]) => cell.cell.runCli('routine', ['replay', ...args]);
      expect((await cli(runID)).stdout).toMatch(/Recorded from 0\.00 s to \d+\.\d\d s, in \d+ parts/);
      const instant = await cli(runID, '--at', '1.5');
      expect(instant).toMatchObject({ code: 0, stdout: expect.stringMatching(/joints +(-?\d+\.\d{4} +){5}/) });
      expect(await cli('run_none')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining('There is no run run_none'),
      });
      expect(await cli(runID, '--at', 'soon')).toMatchObject({
        code: 1,
        stdout: expect.stringContaining("not 'soon'"),
      });
    });
  });
});
