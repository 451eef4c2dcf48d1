import { identityPose, positionOf } from '@cellwright/geometry';
import { findLimitViolations, type Weave, WeaveAlongSeam, weavePatterns } from '@cellwright/trajectory';
import { describe, expect, it } from 'vitest';
import { restPoseFromTcp, tcpPoseOf } from '../arm-context.ts';
import { arm, lineTarget, makeRequest, ready, sampleEvery, segmentsOf, shiftedPose } from './move.fixture.ts';
import { planMove } from './plan-move.ts';
import type { MoveTarget } from './request.ts';

/** Rate of the set-points of a controller, s. */
const step = 0.008;
const speed = 0.003;
const zigzag: Weave = { pattern: 'zigzag', period: 0.005, amplitude: 0.003, leftDwell: 0.0005, rightDwell: 0.0005 };
const start = tcpPoseOf(arm, ready, identityPose);
const length = 0.06;

const seam = (weave: Weave, options: Partial<MoveTarget> = {}): MoveTarget => ({
  ...lineTarget(shiftedPose(ready, [0, length, 0]), { limits: { maxTooltipSpeed: speed } }),
  weave,
  ...options,
});

/** Returns the places of the wire at the rate of the set-points, from the start of the seam. */
function drive(target: MoveTarget) {
  const [segment] = segmentsOf(planMove(arm, makeRequest([target])));
  if (!segment) throw new Error('nothing is driven');
  return sampleEvery(segment.trajectory, step).map((joints) => {
    const { x, y, z } = tcpPoseOf(arm, joints, identityPose);
    return { x: x - start.x, y: y - start.y, z: z - start.z };
  });
}

/** Axes of the weave at the start: those of the wire and the seam, which goes along y. */
function axes() {
  const wire = tcpPoseOf(arm, ready, { ...identityPose, z: 1 });
  const [wx, , wz] = [wire.x - start.x, wire.y - start.y, wire.z - start.z];
  const size = Math.hypot(wx, wz);
  // y × wire
  return { side: [wz / size, 0, -wx / size], up: [-wx / size, 0, -wz / size] } as const;
}

describe('A weave', () => {
  it.each(weavePatterns)(
    'stays within 0.2 mm of its formula and within two percent of the seam speed: %s',
    (pattern) => {
      const weave = { ...zigzag, pattern };
      const formula = new WeaveAlongSeam(weave, length);
      const { side, up } = axes();
      const places = drive(seam(weave));
      for (const { x, y, z } of places) {
        const { lateral, height } = formula.offsetAt(Math.min(length, Math.max(0, y)));
        const miss = [x - lateral * side[0] - height * up[0], z - lateral * side[2] - height * up[2]];
        expect(Math.hypot(...miss)).toBeLessThan(2e-4);
      }
      const speeds = places.slice(1).map(({ y }, index) => (y - (places[index]?.y ?? 0)) / step);
      const from = speeds.findIndex((each) => each > 0.98 * speed);
      const cruise = speeds.slice(from, speeds.findLastIndex((each) => each > 0.98 * speed) + 1);
      expect(cruise.length * step * speed).toBeGreaterThan(0.9 * length);
      expect(Math.min(...cruise)).toBeGreaterThan(0.98 * speed);
      expect(Math.max(...speeds)).toBeLessThan(1.02 * speed);
    },
  );

  it('goes along an arc at the speed of its seam', () => {
    const radius = 0.05;
    const center = { ...start, x: start.x - radius };
    const onCircle = (angle: number) =>
      restPoseFromTcp({ ...center, x: center.x + radius * Math.cos(angle), y: center.y + radius * Math.sin(angle) });
    const target = { ...seam(zigzag), target: { pose: onCircle(1.2) }, motionKind: 'arc', via: onCircle(0.6) } as const;
    const [segment] = segmentsOf(planMove(arm, makeRequest([target])));
    const angles = sampleEvery(segment?.trajectory ?? { points: [] }, step).map((joints) => {
      const [x, y] = positionOf(tcpPoseOf(arm, joints, identityPose));
      return Math.atan2(y - center.y, x - center.x);
    });
    const speeds = angles.slice(1).map((angle, index) => (radius * (angle - (angles[index] ?? 0))) / step);
    const cruise = speeds.slice(60, -60);
    expect(Math.min(...cruise)).toBeGreaterThan(0.98 * speed);
    expect(Math.max(...cruise)).toBeLessThan(1.02 * speed);
  });

  it('refuses a speed that the arm cannot keep, with a frequency that it can', () => {
    const fast = (maxTooltipSpeed: number) =>
      planMove(arm, makeRequest([seam({ ...zigzag, amplitude: 0.01 }, { limits: { maxTooltipSpeed } })]));
    const plan = fast(0.025);
    if (plan.ok) throw new Error('it was planned');
    expect(plan.failure).toMatchObject({ kind: 'invalidRequest', targetIndex: 0 });
    const able = Number(/can weave at ([\d.]+) Hz/.exec(plan.failure.reason)?.[1]);
    expect(plan.failure.reason).toContain('would need 5 Hz');
    expect(able).toBeGreaterThan(0.5);
    const [segment] = segmentsOf(fast(able * zigzag.period));
    expect(findLimitViolations(segment?.trajectory ?? { points: [] }, arm.limits)).toEqual([]);
  });

  it('refuses a seam shorter than its period', () => {
    const short = seam({ ...zigzag, period: length * 1.1 });
    expect(planMove(arm, makeRequest([short]))).toMatchObject({
      failure: { reason: expect.stringContaining('shorter than one period') },
    });
  });

  it('refuses a torch that points along the seam', () => {
    const wire = tcpPoseOf(arm, ready, { ...identityPose, z: 0.03 });
    const along = seam(zigzag, { target: { pose: restPoseFromTcp(wire) } });
    expect(planMove(arm, makeRequest([along]))).toMatchObject({
      failure: { reason: expect.stringContaining('tilt the torch') },
    });
  });
});
