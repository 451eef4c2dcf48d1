import { describe, expect, it } from 'vitest';
import { makeBoxState, type StateOptions } from '../testing/box-state.fixture.ts';
import { type FollowedBox, followBox } from './follow-box.ts';

const start = new Date('2026-01-01T00:00:00.000Z');
const plan = { buildID: '2.0.0', watchMinutes: 10, maxFailuresPerHour: 2, maxSlowerPercent: 20 };
const requested: FollowedBox = { status: 'requested', before: null, after: null, watchUntil: null, problem: null };
const former: StateOptions = { cycle: { seconds: 8, count: 1 }, failuresPerHour: 1 };
const onNew = (options: StateOptions): StateOptions => ({ ...options, software: { buildID: '2.0.0' } });

/** Follows a box through reports, one per minute from the start. */
function follow(reports: readonly StateOptions[], box = requested, changes: Partial<typeof plan> = {}): FollowedBox {
  return reports.reduce(
    (before, report, minute) =>
      followBox(before, { ...plan, ...changes }, makeBoxState(report), new Date(start.getTime() + minute * 60_000)),
    box,
  );
}
const cycles = (seconds: number, count: number) =>
  Array.from({ length: count }, (_, index) => onNew({ cycle: { seconds, count: index + 1, runID: 'run_2' } }));

describe('followBox', () => {
  it('watches a box after its install until the time of the wave is over', () => {
    const box = follow([former, onNew({}), ...cycles(8, 9)]);
    expect(box).toMatchObject({ status: 'watching', watchUntil: new Date(start.getTime() + 11 * 60_000) });
    expect(follow([former, onNew({}), ...cycles(8, 10)])).toMatchObject({ status: 'installed', problem: null });
  });

  it('reports the routine that became slower than the limit, after three cycles', () => {
    expect(follow([former, onNew({}), ...cycles(11, 2)]).status).toBe('watching');
    expect(follow([former, onNew({}), ...cycles(11, 3)])).toMatchObject({
      status: 'degraded',
      problem: { kind: 'slower', routine: 'Pick', before: 8, after: 11 },
    });
  });

  it('accepts a single slow cycle', () => {
    const slow = onNew({ cycle: { seconds: 10, count: 1, runID: 'run_2' } });
    const others = cycles(8, 5).slice(1);
    expect(follow([former, onNew({}), slow, ...others]).status).toBe('watching');
  });

  it('does not count a cycle twice, or one of before the install', () => {
    const slow = onNew({ cycle: { seconds: 30, count: 1 } });
    expect(follow([former, slow, slow, slow, slow]).status).toBe('watching');
  });

  it('reports the current and the previous failures per hour', () => {
    expect(follow([former, onNew({}), onNew({ failuresPerHour: 3 })])).toMatchObject({
      status: 'degraded',
      problem: { kind: 'failures', before: 1, after: 3 },
    });
  });

  it('accepts failures above the limit that the box had before', () => {
    const poor = { failuresPerHour: 5 };
    expect(follow([poor, onNew({}), onNew({ failuresPerHour: 5 })]).status).toBe('watching');
    expect(follow([poor, onNew({}), onNew({ failuresPerHour: 6 })]).status).toBe('degraded');
  });

  it('fails a box that returns to its previous build while it is watched', () => {
    expect(follow([former, onNew({}), {}])).toMatchObject({
      status: 'failed',
      problem: { kind: 'reverted', buildID: '1.0.0' },
    });
  });

  it.each([{ watchMinutes: 0 }, { maxFailuresPerHour: null, maxSlowerPercent: null }])(
    'does not watch a box without limits or time: %j',
    (changes) => {
      const all = { ...plan, ...changes };
      const [before, after] = [makeBoxState(former), makeBoxState(onNew({}))];
      const box = followBox(followBox(requested, all, before, start), all, after, start);
      expect(box).toEqual({ ...requested, status: 'installed' });
    },
  );

  it('has nothing to compare for a box that ran the build before the wave', () => {
    expect(follow([onNew({})]).status).toBe('installed');
  });
});
