import { describe, expect, it } from 'vitest';
import { arm } from '../move/move.fixture.ts';
import type { MovePlan } from '../move/request.ts';
import { runTask } from '../task.ts';

/** Start position in the floor. */
const start = [0, 1.9, 0.6, 0, 0, 0];
const scene = undefined;
const request = { startJoints: start, limits: {}, seed: 1 };
const check = (plan: MovePlan) => runTask(arm, { kind: 'checkRecovery', request, plan, scene });
const own = () => runTask(arm, { kind: 'recovery', request, scene });

describe('a recovery from contact by an external planner', () => {
  it('passes when it is slow and ends the contact', () => {
    const plan = own();
    expect(plan.ok).toBe(true);
    expect(check(plan)).toBe(plan);
  });

  it('fails when it is fast', () => {
    const plan = own();
    if (!plan.ok) throw new Error(plan.failure.reason);
    const hurried = plan.segments.map((segment) => ({
      ...segment,
      trajectory: {
        points: segment.trajectory.points.map((point) => ({
          ...point,
          timeFromStart: point.timeFromStart / 4,
          velocities: point.velocities.map((value) => value * 4),
          accelerations: point.accelerations.map((value) => value * 16),
        })),
      },
    }));
    expect(check({ ...plan, segments: hurried })).toMatchObject({
      ok: false,
      failure: { reason: expect.stringContaining('is too fast') },
    });
  });

  it('fails when it stays in contact, or increases it', () => {
    const rest = [0, 0, 0, 0, 0, 0];
    const to = (positions: readonly number[]): MovePlan => {
      const point = (joints: readonly number[], timeFromStart: number) => {
        return { timeFromStart, positions: [...joints], velocities: rest, accelerations: rest };
      };
      const trajectory = { points: [point(start, 0), point(positions, 20)] };
      const segment = { trajectory, firstTarget: 0, lastTarget: 0, targetTimes: [20], distanceMeters: 0 };
      return { ok: true, detours: [], segments: [segment] };
    };
    expect(check(to(start))).toMatchObject({ failure: { reason: expect.stringContaining('does not lead out of it') } });
    expect(check(to([0, 1.95, 0.6, 0, 0, 0]))).toMatchObject({
      failure: { reason: expect.stringContaining('leads further into contact') },
    });
  });
});
