import { describe, expect, it } from 'vitest';
import { type MainThread, perFrame, perSlot } from './main-thread.ts';

const task = (fromMS: number, ranMS: number) => ({ from: fromMS * 1000, to: (fromMS + ranMS) * 1000, ranMS });
const threadOf = (tasks: MainThread['tasks'], framesMS: number[]): MainThread => {
  return { startedAt: 0, forMS: 100, tasks, frames: framesMS.map((at) => at * 1000) };
};

describe('perFrame', () => {
  it('counts all work from the arrival of a frame until the next one', () => {
    const thread = threadOf(
      [task(0, 1), task(10, 2), task(14, 3), task(42, 2), task(46, 1), task(74, 2)],
      [11, 43, 75],
    );
    expect(perFrame(thread)).toEqual([5, 3]);
  });

  it('shares the cost among frames that arrived together', () => {
    expect(perFrame(threadOf([task(10, 4), task(50, 1), task(90, 1)], [11, 12, 50.5, 90.5]))).toEqual([4, 1]);
  });

  it('counts nothing twice when frames arrive slightly faster than a fixed grid', () => {
    const thread = threadOf([task(1, 2), task(32.5, 2), task(65, 2), task(97, 2)], [1.5, 33, 65.5, 97.5]);
    expect(perSlot(thread)).toEqual([4, 2, 2]);
    expect(perFrame(thread)).toEqual([2, 2, 2]);
  });
});
