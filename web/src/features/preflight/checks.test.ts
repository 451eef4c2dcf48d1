import { idleSession } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type CheckedCell, checkCell, isReady } from './checks.ts';

const routine = { id: 'routine_1', name: 'Pick', version: 2, stepCount: 4 };
const ready: CheckedCell = {
  state: { ...idleSession(), brakes: 'disengaged', routine },
  isStale: false,
  problemCount: 0,
  silentDevices: [],
};
const missing = (cell: CheckedCell) =>
  checkCell(cell)
    .filter(({ result }) => result === 'missing')
    .map(({ name }) => name);
const unknown = (cell: CheckedCell) =>
  checkCell(cell)
    .filter(({ result }) => result === 'unknown')
    .map(({ name }) => name);

describe('The checks before a run', () => {
  it('pass for a cell that is ready', () => {
    expect(isReady(checkCell(ready))).toBe(true);
  });

  it.each([
    ['eStop', { safety: { isEStopped: true, isSafeguardOpen: false } }],
    ['safeguard', { safety: { isEStopped: false, isSafeguardOpen: true } }],
    ['failure', { kind: 'Failure' as const }],
    ['brakes', { brakes: 'engaged' as const }],
    ['connected', { isControllerConnected: false }],
  ])('miss %s alone', (name, change) => {
    const cell = { ...ready, state: { ...idleSession(), brakes: 'disengaged' as const, routine, ...change } };
    expect(missing(cell)).toEqual([name]);
    expect(isReady(checkCell(cell))).toBe(false);
  });

  it('count problems of the loaded version and name devices that do not answer', () => {
    const checks = checkCell({ ...ready, problemCount: 3, silentDevices: ['2FG7'] });
    expect(checks.filter(({ result }) => result === 'missing')).toEqual([
      { name: 'problems', result: 'missing', count: 3, version: 2 },
      { name: 'devices', result: 'missing', count: 1, devices: ['2FG7'] },
    ]);
  });

  it('leave the problems unknown before a routine is loaded', () => {
    const cell = { ...ready, state: { ...idleSession(), brakes: 'disengaged' as const, routine: null } };
    expect(missing(cell)).toEqual(['routine']);
    expect(unknown(cell)).toEqual(['problems']);
  });

  it('have no result while the data is stale', () => {
    expect(missing({ ...ready, isStale: true })).toEqual(['connected']);
    expect(unknown({ ...ready, isStale: true })).toHaveLength(7);
    expect(isReady(checkCell({ ...ready, state: undefined }))).toBe(false);
  });
});
