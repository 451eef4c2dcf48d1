import { describe, expect, it } from 'vitest';
import { addCycle, type CycleHistory, drawCycles, maxCycles } from './cycle-history.ts';

const run = (cycleCount: number, cycleTimeSeconds: number | null, id = 'run_1') => ({
  id,
  cycleCount,
  cycleTimeSeconds,
});

describe('The history of cycles', () => {
  it('contains each cycle once', () => {
    const first = addCycle(undefined, run(1, 8));
    expect(addCycle(first, run(1, 8))).toBe(first);
    expect(addCycle(first, run(2, 9)).seconds).toEqual([8, 9]);
  });

  it('restarts with another run', () => {
    expect(addCycle(addCycle(undefined, run(5, 8)), run(1, 7, 'run_2')).seconds).toEqual([7]);
  });

  it('contains no cycle before the first one has ended', () => {
    expect(addCycle(undefined, run(0, null)).seconds).toEqual([]);
  });

  it(`keeps the newest ${maxCycles}`, () => {
    let history: CycleHistory | undefined;
    for (let cycle = 1; cycle <= maxCycles + 3; cycle++) history = addCycle(history, run(cycle, cycle));
    expect(history?.seconds).toHaveLength(maxCycles);
    expect(history?.seconds[0]).toBe(4);
  });
});

describe('drawCycles', () => {
  const box = { width: 100, height: 10 };

  it('scales to the longest cycle or the target, whichever is higher', () => {
    expect(drawCycles([5, 10], undefined, box).points).toBe('0.0,5.0 100.0,0.0');
    expect(drawCycles([5], 10, box)).toEqual({ points: '0.0,5.0', targetY: 0 });
  });

  it('draws cycles that took no time', () => {
    expect(drawCycles([0, 0], undefined, box).points).toBe('0.0,10.0 100.0,10.0');
  });
});
