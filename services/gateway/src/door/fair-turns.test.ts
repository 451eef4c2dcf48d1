import { beforeEach, describe, expect, it } from 'vitest';
import { createFairTurns, type FairTurns } from './fair-turns.ts';

let now: number;
let turns: (() => void)[];
let done: string[];
let fair: FairTurns;
beforeEach(() => {
  now = 0;
  turns = [];
  done = [];
  fair = createFairTurns({ budgetMS: 5, now: () => now, nextTurn: (callback) => void turns.push(callback) });
});

/** A task that takes 2 ms. */
const task = (name: string) => () => {
  done.push(name);
  now += 2;
};
const nextTurn = () => turns.splice(0).forEach((turn) => void turn());

describe('createFairTurns', () => {
  it('starts tasks immediately until the time of the turn is spent', () => {
    const lane = fair.openLane();
    for (const name of ['a', 'b', 'c', 'd', 'e']) lane.push(task(name));
    expect([done.join(''), lane.waiting, fair.waiting]).toEqual(['abc', 2, 2]);
    nextTurn();
    expect([done.join(''), lane.waiting, fair.waiting]).toEqual(['abcde', 0, 0]);
  });

  it('alternates between clients: one with much to do does not delay others', () => {
    const greedy = fair.openLane();
    const modest = fair.openLane();
    for (const name of ['1', '2', '3', '4', '5', '6', '7', '8']) greedy.push(task(name));
    modest.push(task('m'));
    expect(done.join('')).toBe('123');
    nextTurn();
    expect(done.join('')).toBe('1234m5');
    nextTurn();
    expect(done.join('')).toBe('1234m5678');
  });

  it('skips a paused client, and forgets one that has gone', () => {
    const paused = fair.openLane();
    const gone = fair.openLane();
    paused.pause();
    paused.push(task('p'));
    expect(done).toEqual([]);
    for (const name of ['a', 'b', 'c', 'd']) gone.push(task(name));
    gone.close();
    nextTurn();
    expect([done.join(''), fair.waiting]).toEqual(['abc', 1]);
    paused.resume();
    nextTurn();
    expect([done.join(''), fair.waiting]).toEqual(['abcp', 0]);
  });

  it('continues after a task that failed', () => {
    const lane = fair.openLane();
    lane.pause();
    lane.push(() => {
      throw new Error('broken');
    });
    lane.push(task('after'));
    lane.resume();
    expect(nextTurn).toThrow('broken');
    nextTurn();
    expect(done).toEqual(['after']);
  });
});
