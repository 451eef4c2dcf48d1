import { describe, expect, it } from 'vitest';
import { advanceWave, assignGroups, type WaveMember } from './advance-wave.ts';

const plan = { groups: [50, 100], maxFailedPercent: 25 };
const start = { currentGroup: 0, acceptedFailures: 0, plan };

function members(...statuses: WaveMember['status'][]): WaveMember[] {
  return statuses.map((status, index) => ({
    ...{ name: `b-${index}`, status, isAwaited: true, groupIndex: index < 4 ? 0 : 1 },
    problem: status === 'degraded' ? ({ kind: 'failures', before: 0, after: 9 } as const) : null,
  }));
}

describe('advanceWave', () => {
  it('waits until every box of the group that is online has ended its install', () => {
    const wave = members('installed', 'installed', 'installed', 'requested', 'waiting');
    expect(advanceWave(start, wave)).toMatchObject({ status: 'running', currentGroup: 0 });
  });

  it('begins the next group without waiting for boxes that are offline', () => {
    const wave = members('installed', 'installed', 'failed', 'waiting', 'waiting');
    const away = wave.map((member, index) => (index === 3 ? { ...member, isAwaited: false } : member));
    expect(advanceWave(start, away)).toMatchObject({ status: 'running', currentGroup: 1, acceptedFailures: 1 });
  });

  it('halts as soon as more installs fail than the group is allowed, and names their number', () => {
    const wave = members('failed', 'failed', 'requested', 'waiting', 'waiting');
    const halted = advanceWave(start, wave);
    expect(halted).toMatchObject({ status: 'halted', currentGroup: 0 });
    expect(halted.reason).toBe('2 of 4 boxes did not install the build');
  });

  it('halts when too many boxes produce worse, and names them', () => {
    const wave = members('degraded', 'failed', 'installed', 'installed', 'waiting');
    expect(advanceWave(start, wave)).toMatchObject({
      status: 'halted',
      reason: '2 of 4 boxes failed or produce worse. b-0: 9 failures per hour, 0 before the update',
    });
  });

  it('waits for boxes whose production is watched', () => {
    const wave = members('watching', 'installed', 'installed', 'installed', 'waiting');
    expect(advanceWave(start, wave)).toMatchObject({ status: 'running', currentGroup: 0 });
  });

  it('continues after a user has accepted the failures', () => {
    const wave = members('failed', 'failed', 'installed', 'installed', 'waiting');
    expect(advanceWave({ ...start, acceptedFailures: 2 }, wave)).toMatchObject({ status: 'running', currentGroup: 1 });
  });

  it('does not accept another failure in place of one that was repaired', () => {
    const accepted = { ...plan, maxFailedPercent: 0 };
    const repaired = members('installed', 'installed', 'requested', 'installed', 'waiting');
    const { acceptedFailures } = advanceWave({ currentGroup: 0, acceptedFailures: 1, plan: accepted }, repaired);
    const again = members('installed', 'installed', 'failed', 'installed', 'waiting');
    expect(advanceWave({ currentGroup: 0, acceptedFailures, plan: accepted }, again).status).toBe('halted');
  });

  it('finishes only when boxes that were offline have joined too', () => {
    const last = { ...start, currentGroup: 1 };
    const common = { name: 'b-1', problem: null };
    const away = { ...common, groupIndex: 0, status: 'waiting', isAwaited: false } as const;
    const done = { ...common, groupIndex: 1, status: 'installed', isAwaited: true } as const;
    expect(advanceWave(last, [away, done])).toMatchObject({ status: 'running' });
    expect(advanceWave(last, [{ ...away, status: 'installed' }, done])).toMatchObject({ status: 'finished' });
  });

  it('halts when a box that joins later fails', () => {
    const wave = members('failed', 'installed', 'installed', 'installed', 'installed');
    expect(advanceWave({ ...start, currentGroup: 1 }, wave)).toMatchObject({ status: 'halted' });
  });
});

describe('assignGroups', () => {
  it('assigns boxes by the cumulative shares', () => {
    expect(assignGroups(10, [10, 50, 100])).toEqual([0, 1, 1, 1, 1, 2, 2, 2, 2, 2]);
    expect(assignGroups(2, [10, 50, 100])).toEqual([0, 2]);
    expect(assignGroups(1, [10, 100])).toEqual([0]);
    expect(assignGroups(0, [100])).toEqual([]);
  });
});
