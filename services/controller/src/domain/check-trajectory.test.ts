import { holdTrajectory, planMove, type Trajectory, type TrajectoryPoint } from '@cellwright/trajectory';
import { describe, expect, test } from 'vitest';
import { checkTrajectory } from './check-trajectory.ts';
import { arm } from './controller-rig.fixture.ts';

const start = arm.startPositions;
const goal = start.map((position, joint) => position + (joint === 3 ? 1 : 0.2));
const move = planMove(start, goal, arm.limits);

function check(trajectory: Trajectory, startPathTime = 0, positions = start) {
  const result = checkTrajectory(trajectory, startPathTime, positions, arm);
  return result.ok ? 'accepted' : result.refusal;
}

/** Returns the move with one point changed. */
function withPoint(index: number, change: Partial<TrajectoryPoint>): Trajectory {
  return { points: move.points.map((point, i) => (i === index ? { ...point, ...change } : point)) };
}

describe('a trajectory is accepted', () => {
  test('when it starts at the current position and stays within the limits', () => {
    expect(check(move)).toBe('accepted');
    expect(check(holdTrajectory(start))).toBe('accepted');
  });

  test('when the arm is at its limit', () => {
    const atLimit = start.map((position, joint) => (joint === 1 ? (arm.limits.upper[1] ?? 0) : position));
    expect(check(planMove(atLimit, start, arm.limits), 0, atLimit)).toBe('accepted');
  });
});

describe('a trajectory is refused, with the place,', () => {
  test('when it does not start at the current position', () => {
    const elsewhere = start.map((position, joint) => (joint === 2 ? position + 0.001 : position));
    expect(check(move, 0, elsewhere)).toMatchObject({
      kind: 'wrong_start',
      limit: { joint: 2, quantity: 'position', time: 0 },
    });
  });

  test('when a joint leaves its range on the way', () => {
    const beyond = start.map((position, joint) => (joint === 1 ? 2.5 : position));
    expect(check(planMove(start, beyond, arm.limits))).toMatchObject({
      kind: 'limit_exceeded',
      code: 'invalid_parameters',
      message: expect.stringMatching(
        /^Joint 1 would leave its position limit at \d+\.\d{3} s: 2\.\d{4} rad, limit 2\.3562 rad$/,
      ),
      limit: { joint: 1, quantity: 'position' },
    });
  });

  test.each([
    ['velocity', { velocity: 1.2, acceleration: 1, jerk: 1 }],
    ['acceleration', { velocity: 1, acceleration: 1.2, jerk: 1 }],
    ['jerk', { velocity: 1, acceleration: 1, jerk: 1.2 }],
  ] as const)('when it is faster than the %s limit', (quantity, factors) => {
    const far = start.map((position, joint) => (joint === 5 ? position + 6 : position));
    const from = start.map((position, joint) => (joint === 5 ? position - 6.2 : position));
    const scale = (values: readonly number[], factor: number) => values.map((value) => value * factor);
    const fast = planMove(from, far, {
      velocity: scale(arm.limits.velocity, factors.velocity),
      acceleration: scale(arm.limits.acceleration, factors.acceleration * 3),
      jerk: scale(arm.limits.jerk, factors.jerk * 3),
    });
    const generous = { ...arm, limits: { ...arm.limits, [quantity]: arm.limits[quantity] } };
    const others = (['velocity', 'acceleration', 'jerk'] as const).filter((name) => name !== quantity);
    for (const name of others) generous.limits = { ...generous.limits, [name]: scale(arm.limits[name], 10) };
    const result = checkTrajectory(fast, 0, from, generous);
    expect(result).toMatchObject({ ok: false, refusal: { kind: 'limit_exceeded', limit: { joint: 5, quantity } } });
  });
});

describe('a trajectory is refused as invalid', () => {
  test.each([
    ['no points', { points: [] }],
    ['a NaN position', withPoint(1, { positions: [Number.NaN, 0, 0, 0, 0, 0] })],
    ['an infinite time', withPoint(2, { timeFromStart: Number.POSITIVE_INFINITY })],
    ['time that stands still', withPoint(2, { timeFromStart: move.points[1]?.timeFromStart ?? 0 })],
    ['time that runs back', withPoint(2, { timeFromStart: 0.0001 })],
    ['five joints', withPoint(1, { positions: [0, 0, 0, 0, 0] })],
    ['an end in motion', { points: move.points.slice(0, -1) }],
    [
      'more than 20,000 points',
      { points: Array.from({ length: 20_001 }, (_, i) => ({ ...hold(), timeFromStart: i })) },
    ],
    ['more than an hour', { points: [hold(), { ...hold(), timeFromStart: 3601 }] }],
  ])('with %s', (_, trajectory) => {
    expect(check(trajectory)).toMatchObject({ kind: 'invalid_trajectory' });
  });

  test('when its start lies outside its own duration', () => {
    expect(check(move, -1)).toMatchObject({ kind: 'invalid_trajectory' });
    expect(check(move, Number.NaN)).toMatchObject({ kind: 'invalid_trajectory' });
    expect(check(move, 100)).toMatchObject({ kind: 'invalid_trajectory' });
  });
});

function hold(): TrajectoryPoint {
  const [point] = holdTrajectory(start).points;
  if (point === undefined) throw new Error('a hold has one point');
  return point;
}
