import { defaultArm } from '@cellwright/arm';
import { applyScene } from '@cellwright/collision';
import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createArmContext } from '../arm-context.ts';
import { findTouch } from '../planner/independent.fixture.ts';
import { type CurveProver, roundCorners } from './round-corners.ts';

const arm = createArmContext(defaultArm);
/** Returns joints that reach out horizontally to one side, ahead and to the other. */
const reach = (turn: number, lift = 0.9) => [turn, lift, 1.2, -0.5, -1.57, 0];
const waypoints = [reach(0.9), reach(0.3, 0.5), reach(-0.3, 0.9), reach(-0.9, 0.6)];

function withObstacles(obstacles: readonly Obstacle[]): void {
  applyScene(arm.checker.world, { ...emptyScene('simulated'), obstacles: [...obstacles] });
}

const distance = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Math.hypot(...Array.from(a, (angle, joint) => (b[joint] ?? 0) - angle));

/** Returns an arm that collides only within `radius` (rad) of one configuration. */
function withoutRoomAt(place: readonly number[], radius: number): CurveProver {
  const isCurveClear = (from: Float64Array, to: Float64Array, strays: Float64Array) => {
    const along = Array.from({ length: 65 }, (_, step) =>
      from.map((at, joint) => at + ((to[joint] ?? 0) - at) * (step / 64)),
    );
    return along.every((joints) => distance(place, joints) > radius + Math.hypot(...strays));
  };
  return { checker: { world: { isCurveClear } } };
}

type Curve = NonNullable<ReturnType<typeof roundCorners>>;

/** Returns the point of a curve that is nearest to a waypoint. */
function nearestOf(curve: Curve, corner: readonly number[]): number[] {
  const places = Array.from({ length: 501 }, (_, index) => curve.positionAt((curve.length * index) / 500));
  return places.reduce((best, place) => (distance(place, corner) < distance(best, corner) ? place : best));
}

/** Returns the distance of a curve from a waypoint, rad: the wider the blend, the larger. */
function missOf(curve: Curve, corner: readonly number[]): number {
  return distance(nearestOf(curve, corner), corner);
}

describe('blending the corners of a detour', () => {
  it('uses the largest clear radius for each corner', () => {
    withObstacles([]);
    const curve = roundCorners(arm, waypoints, undefined);
    for (const corner of waypoints.slice(1, -1)) expect(curve && missOf(curve, corner)).toBeGreaterThan(0.02);
  });

  it('touches nothing on the curve, for any obstacle', () => {
    const metres = (min: number, max: number) => fc.double({ min, max, noNaN: true });
    fc.assert(
      fc.property(metres(0.2, 1.1), metres(-0.8, 0.8), metres(0, 0.8), metres(0.02, 0.1), (x, y, z, radius) => {
        withObstacles([{ name: 'ball', shape: { kind: 'sphere', radius }, pose: { ...identityPose, x, y, z } }]);
        fc.pre(arm.checker.checkPath(waypoints).kind === 'clear');
        const curve = roundCorners(arm, waypoints, undefined);
        if (!curve) return;
        const count = Math.ceil(curve.length / 0.02);
        const places = Array.from({ length: count + 1 }, (_, index) =>
          curve.positionAt((curve.length * index) / count),
        );
        expect(findTouch(places, [{ kind: 'sphere', center: [x, y, z], radius }], 0.01)).toBeUndefined();
      }),
      { seed: 11, numRuns: propertyRuns(15, 60) },
    );
  });

  it('keeps the radii of the other corners if one is tight', () => {
    withObstacles([]);
    const [, tight, open] = waypoints;
    const free = roundCorners(arm, waypoints, undefined);
    if (!tight || !open || !free) throw new Error('The way has two corners that can be blended');
    const inside = nearestOf(free, tight);
    const narrowed = roundCorners(withoutRoomAt(inside, distance(inside, tight) / 2), waypoints, undefined);
    expect(narrowed && missOf(narrowed, tight)).toBeLessThan(missOf(free, tight) / 2);
    expect(narrowed && missOf(narrowed, open)).toBeCloseTo(missOf(free, open), 9);
  });

  it('refuses a path that reverses its direction', () => {
    withObstacles([]);
    expect(roundCorners(arm, [reach(0.5), reach(0.9), reach(0.5)], undefined)).toBeUndefined();
  });
});
