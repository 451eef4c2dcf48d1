import type { WaveBoxStatus } from '@cellwright/domain/fleet';
import { VirtualClock } from '@cellwright/testkit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { makeBoxState } from '../testing/box-state.fixture.ts';
import { advanceWave, type WaveProgress } from './advance-wave.ts';
import { type FollowedBox, followBox } from './follow-box.ts';

const reportMS = 10_000;
const minuteMS = 60_000;
const numRuns = propertyRuns(40, 2000);

/** Production of a box, and the duration of its install. */
interface Box {
  readonly cycleSeconds: number;
  readonly failuresPerHour: number;
  readonly installMinutes: number;
  /** After the update. */
  readonly slowerPercent: number;
  readonly moreFailures: number;
}

const plan = {
  ...{ buildID: '2.0.0', groups: [50, 100], maxFailedPercent: 0 },
  ...{ watchMinutes: 5, maxFailuresPerHour: 3, maxSlowerPercent: 20 },
};
const boxArbitrary = fc.record({
  cycleSeconds: fc.integer({ min: 4, max: 30 }),
  failuresPerHour: fc.integer({ min: 0, max: 8 }),
  installMinutes: fc.integer({ min: 0, max: 4 }),
  slowerPercent: fc.integer({ min: -30, max: 15 }),
  moreFailures: fc.constant(0),
});
const boxesArbitrary = fc.array(boxArbitrary, { minLength: 2, maxLength: 5 });
const declineArbitrary = fc.oneof(
  fc.record({ slowerPercent: fc.integer({ min: 25, max: 200 }), moreFailures: fc.constant(0) }),
  fc.record({ slowerPercent: fc.constant(0), moreFailures: fc.integer({ min: 4, max: 20 }) }),
);

interface Moment {
  readonly minute: number;
  readonly progress: WaveProgress;
  readonly statuses: readonly WaveBoxStatus[];
}

/** Simulates a wave until it ends: boxes report every ten seconds and install on request. Returns the events. */
async function play(boxes: readonly Box[]): Promise<readonly Moment[]> {
  const clock = new VirtualClock();
  const half = Math.ceil(boxes.length / 2);
  const installedAt = new Map<number, number>();
  const moments: Moment[] = [];
  let progress: WaveProgress = { status: 'running', currentGroup: 0, acceptedFailures: 0, reason: null };
  let followed = boxes.map((): FollowedBox => {
    return { status: 'waiting', before: null, after: null, watchUntil: null, problem: null };
  });
  const groupOf = (index: number) => (index < half ? 0 : 1);
  while (progress.status === 'running' && clock.now() < 60 * minuteMS) {
    followed = followed.map((box, index) => {
      const state = report(boxes[index], clock.now(), installedAt.get(index));
      const next = followBox(box, plan, state, clock.wallNow());
      if (next.status !== 'waiting' || groupOf(index) > progress.currentGroup) return next;
      installedAt.set(index, clock.now() + (boxes[index]?.installMinutes ?? 0) * minuteMS);
      return { ...next, status: 'requested' };
    });
    const members = followed.map(({ status, problem }, index) => {
      return { name: `b-${index}`, status, problem, groupIndex: groupOf(index), isAwaited: true };
    });
    progress = advanceWave({ ...progress, plan }, members);
    moments.push({ minute: clock.now() / minuteMS, progress, statuses: followed.map(({ status }) => status) });
    await clock.advance(reportMS);
  }
  return moments;
}

function report(box: Box | undefined, now: number, installedAt = Number.POSITIVE_INFINITY) {
  if (!box) throw new Error('There is no such box');
  const { cycleSeconds, failuresPerHour, slowerPercent, moreFailures } = box;
  const isNew = now > installedAt;
  const seconds = isNew ? cycleSeconds * (1 + slowerPercent / 100) : cycleSeconds;
  return makeBoxState({
    software: { buildID: isNew ? '2.0.0' : '1.0.0' },
    failuresPerHour: isNew ? failuresPerHour + moreFailures : failuresPerHour,
    cycle: { seconds, count: Math.floor(now / 1000 / seconds), runID: isNew ? 'run_2' : 'run_1' },
  });
}

describe('A wave that watches production', () => {
  it('finishes when no box produces worse, and watches every group for its time', async () => {
    await fc.assert(
      fc.asyncProperty(boxesArbitrary, async (boxes) => {
        const moments = await play(boxes);
        const last = moments.at(-1);
        expect(last?.progress).toMatchObject({ status: 'finished', reason: null });
        const second = moments.find(({ progress }) => progress.currentGroup === 1);
        expect(second?.minute).toBeGreaterThanOrEqual(plan.watchMinutes);
        expect((last?.minute ?? 0) - (second?.minute ?? 0)).toBeGreaterThanOrEqual(plan.watchMinutes);
      }),
      { numRuns },
    );
  });

  it('halts in the group of a box with degraded production, names it, and does not start later groups', async () => {
    await fc.assert(
      fc.asyncProperty(boxesArbitrary, declineArbitrary, fc.nat(), async (boxes, decline, pick) => {
        const half = Math.ceil(boxes.length / 2);
        const worse = pick % boxes.length;
        const moments = await play(boxes.map((box, index) => (index === worse ? { ...box, ...decline } : box)));
        const last = moments.at(-1);
        expect(last?.progress).toMatchObject({ status: 'halted', currentGroup: worse < half ? 0 : 1 });
        expect(last?.progress.reason).toContain(`b-${worse}: `);
        expect(last?.statuses[worse]).toBe('degraded');
        if (worse < half) expect(last?.statuses.slice(half).every((status) => status === 'waiting')).toBe(true);
      }),
      { numRuns },
    );
  });
});
