import { identityPose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { restPoseFromTcp, tcpPoseOf } from '../arm-context.ts';
import { arm, lineTarget, makeRequest, ready, sampleEvery, segmentsOf } from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MoveTarget } from './request.ts';

const radius = 0.12;
const step = 0.004;
const flange = tcpPoseOf(arm, ready, identityPose);
const center = { ...flange, x: flange.x - radius };

/** Returns a pose on a horizontal circle through the current position, or beside it, metres along y. */
function onCircle(angle: number, beside = 0) {
  const [x, y] = [center.x + radius * Math.cos(angle), center.y + radius * Math.sin(angle)];
  return restPoseFromTcp({ ...center, x, y: y + beside });
}

function arc(options: Partial<MoveTarget> = {}): MoveTarget {
  return { ...lineTarget(onCircle(2.4)), motionKind: 'arc', via: onCircle(1.2), ...options };
}

/** Returns the positions of the tool every few milliseconds, from the last standstill before the end on. */
function drive(...targets: MoveTarget[]): { x: number; y: number; z: number }[] {
  const segment = segmentsOf(planMove(arm, makeRequest(targets))).at(-1);
  if (segment === undefined) throw new Error('nothing is driven');
  return sampleEvery(segment.trajectory, step).map((joints) => tcpPoseOf(arm, joints, identityPose));
}

/** Returns the speeds between the places, m/s. The last interval is shortened by the end. */
function speedsOf(places: readonly { x: number; y: number; z: number }[]): number[] {
  return places.slice(1, -1).map((place, index) => {
    const before = places[index] ?? place;
    return Math.hypot(place.x - before.x, place.y - before.y, place.z - before.z) / step;
  });
}

describe('an arc', () => {
  it.each<[string, Partial<MoveTarget>]>([
    ['at the speed of its limits', { limits: { maxTooltipSpeed: 0.1 } }],
    ['at half the speed of the joints', { motionSpeed: 50 }],
    ['as fast as the joints can', {}],
  ])('stays on its circle within 0.1 mm, and at one tool speed between the accelerations, %s', (_name, options) => {
    const places = drive(arc(options));
    for (const { x, y, z } of places) {
      expect(Math.abs(Math.hypot(x - center.x, y - center.y) - radius)).toBeLessThan(1e-4);
      expect(Math.abs(z - center.z)).toBeLessThan(1e-4);
    }
    const speeds = speedsOf(places);
    const fastest = Math.max(...speeds);
    const isCruising = (speed: number) => speed > 0.99 * fastest;
    const cruise = speeds.slice(speeds.findIndex(isCruising), speeds.findLastIndex(isCruising) + 1);
    expect(Math.min(...cruise)).toBeGreaterThan(0.99 * fastest);
    expect(cruise.length).toBeGreaterThan(0.2 * speeds.length);
    const { maxTooltipSpeed } = options.limits ?? {};
    if (maxTooltipSpeed !== undefined) expect(fastest).toBeCloseTo(maxTooltipSpeed, 3);
  });

  it('forms a circle from corner to corner between waypoints that it is blended into, passed at one tool speed', () => {
    const [blendRadius, speed] = [0.02, 0.08];
    const limits = { maxTooltipSpeed: speed };
    const there = lineTarget(onCircle(0, -0.1), { limits });
    const into = lineTarget(onCircle(0), { blendRadius, limits });
    const away = lineTarget(onCircle(2.4, -0.06), { limits });
    const places = drive(there, into, arc({ blendRadius, limits }), away);
    const speeds = speedsOf(places);
    const isOnArc = ({ x, y }: { x: number; y: number }) => {
      const angle = Math.atan2(y - center.y, x - center.x);
      const margin = (1.5 * blendRadius) / radius;
      return angle > margin && angle < 2.4 - margin;
    };
    const onArc = places.flatMap((place, index) => (isOnArc(place) ? [index] : []));
    for (const index of onArc) {
      const { x = 0, y = 0 } = places[index] ?? {};
      expect(Math.abs(Math.hypot(x - center.x, y - center.y) - radius)).toBeLessThan(1e-4);
      expect(Math.abs((speeds[index] ?? 0) - speed)).toBeLessThan(0.01 * speed);
    }
    expect(onArc.length).toBeGreaterThan(100);
  });
});
