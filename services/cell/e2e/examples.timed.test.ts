// Timed: examples play in real time, in both shapes. In exhaustive runs only: npm test plays examples on scaled time.
import { lagFactor } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exampleFiles, expectReportedOnce, playExample, robotKinds, setUpExamples } from './examples.fixture.ts';
import { makeDataPath, type Shape, startCell, type TestCell } from './harness.ts';
import { startOrderServer } from './order-server.fixture.ts';

const shapes: readonly Shape[] = ['compact', 'processes'];
/**
 * Tolerance of a cycle at five times the speed: waits end at whole milliseconds of real time, and planning takes longer
 * on a busy machine.
 */
const scaledTolerance = 0.1;
const scaledPlays = 15;

const data = shapes.map(makeDataPath);
const fast = makeDataPath();
let cells: TestCell[];
let fastCell: TestCell;
let orders: Awaited<ReturnType<typeof startOrderServer>>;
inExhaustiveRuns(() => {
  beforeAll(async () => {
    orders = await startOrderServer();
    const env = { EGRESS_LOOPBACK: 'true' };
    cells = await Promise.all(shapes.map((shape, index) => startCell(shape, data[index]?.path ?? '', env)));
    fastCell = await startCell('compact', fast.path, { ...env, CELL_TIME_SCALE: '5' });
    for (const cell of [...cells, fastCell]) await setUpExamples(cell);
  }, 240_000);
  afterAll(async () => {
    expect(await Promise.all([...cells, fastCell].map((cell) => cell.stop()))).toEqual([0, 0, 0]);
    await orders.close();
    for (const { remove } of [...data, fast]) remove();
  });

  describe.each(exampleFiles)('the example %s', (file) => {
    let simulated: Record<string, string[]>;

    it('plays from the command line to its end in both shapes', async () => {
      const [compact, processes] = await Promise.all(cells.map((cell) => playExample(cell, orders, 'simulated', file)));
      expect(processes?.essence).toEqual(compact?.essence);
      simulated = compact?.essence ?? {};
    }, 60_000);

    it('plays on the twin of a live robot and on the simulated one', async () => {
      const plays = await Promise.all(cells.map((cell) => playExample(cell, orders, 'live', file)));
      expect(plays.map(({ essence }) => essence)).toEqual([simulated, simulated]);
    }, 60_000);
  });

  it('pick-and-place.json has the same journal and cycle time at five times the speed', async () => {
    const [compact] = cells;
    if (!compact) throw new Error('there is no cell');
    const play = (cell: TestCell) => playExample(cell, orders, 'simulated', 'pick-and-place.json');
    // Played once before: each arm is then at the end of the routine, and its planner is warm.
    await play(fastCell);
    const real = await play(compact);
    // Planning takes real time, which counts five times. The shortest of several plays has no other delays.
    const plays: { cycleSeconds: number; tookSeconds: number }[] = [];
    const deviation = () => {
      const shortest = Math.min(...plays.map(({ cycleSeconds }) => cycleSeconds));
      return Math.abs(shortest - real.cycleTimeSeconds) / real.cycleTimeSeconds;
    };
    while (plays.length < scaledPlays && !(deviation() < scaledTolerance)) {
      const startedAt = performance.now();
      const scaled = await play(fastCell);
      expect(scaled.essence).toEqual(real.essence);
      plays.push({ cycleSeconds: scaled.cycleTimeSeconds, tookSeconds: (performance.now() - startedAt) / 1000 });
    }
    expect(deviation()).toBeLessThan(scaledTolerance * lagFactor());
    expect(Math.min(...plays.map(({ tookSeconds }) => tookSeconds))).toBeLessThan(real.cycleTimeSeconds);
  }, 180_000);

  it('orders-over-http.json produces the ordered parts and reports each once in every play', () => {
    expectReportedOnce(orders, shapes.length * robotKinds.length);
  });
});
