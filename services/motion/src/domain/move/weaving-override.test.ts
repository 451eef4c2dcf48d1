import { defaultArm } from '@cellwright/arm';
import { identityPose } from '@cellwright/geometry';
import { TimeScaler, type Trajectory, type Weave, WeaveAlongSeam, weavePatterns } from '@cellwright/trajectory';
import { describe, expect, it } from 'vitest';
import { tcpPoseOf } from '../arm-context.ts';
import { arm, lineTarget, makeRequest, ready, segmentsOf, shiftedPose } from './move.fixture.ts';
import { planMove } from './plan-move.ts';

/** Rate of the set-points of a controller, s. */
const step = 0.008;
const speed = 0.005;
const length = 0.06;
const weave: Weave = { pattern: 'zigzag', period: 0.006, amplitude: 0.002, leftDwell: 0.001, rightDwell: 0.001 };
/** Tolerance between the beads, and of a bead to its formula, m. */
const tolerance = 2e-4;
const start = tcpPoseOf(arm, ready, identityPose);

interface Place {
  /** Distance along the seam, and across it, m. */
  readonly along: number;
  readonly across: number;
}

function planSeam(pattern: Weave['pattern']): Trajectory {
  const target = lineTarget(shiftedPose(ready, [0, length, 0]), { limits: { maxTooltipSpeed: speed } });
  const [segment] = segmentsOf(planMove(arm, makeRequest([{ ...target, weave: { ...weave, pattern } }])));
  if (!segment) throw new Error('nothing is driven');
  return segment.trajectory;
}

/** Plays a trajectory as the controller does. @param overrideAt returns the override at a time, s */
function play(trajectory: Trajectory, overrideAt: (time: number) => number): readonly Place[] {
  const { stopDeceleration, acceleration } = defaultArm.motionLimits;
  const options = { stopDecelerations: stopDeceleration, accelerations: acceleration, initialRate: overrideAt(0) };
  const scaler = new TimeScaler(trajectory, options);
  const wire = tcpPoseOf(arm, ready, { ...identityPose, z: 1 });
  const [wx, wz] = [wire.x - start.x, wire.z - start.z];
  const size = Math.hypot(wx, wz);
  const places: Place[] = [];
  for (let time = 0; !scaler.state.finished; time += step) {
    const { x, y, z } = tcpPoseOf(arm, scaler.state.positions, identityPose);
    // The side of the weave is the seam, which goes along y, times the wire.
    const across = ((x - start.x) * wz - (z - start.z) * wx) / size;
    places.push({ along: y - start.y, across });
    scaler.step(step, overrideAt(time));
  }
  return places;
}

/** Returns the place across the seam at a distance along it. */
function acrossAt(places: readonly Place[], along: number): number {
  const after = places.findIndex((place) => place.along >= along);
  const [from, to] = [places[Math.max(0, after - 1)], places[after]];
  if (!from || !to || to.along <= from.along) return to?.across ?? 0;
  return from.across + ((along - from.along) / (to.along - from.along)) * (to.across - from.across);
}

function speedsOf(places: readonly Place[]): readonly number[] {
  return places.slice(1).map(({ along }, index) => (along - (places[index]?.along ?? 0)) / step);
}

const overrides = [
  { name: '30 %', overrideAt: () => 0.3 },
  { name: 'an override that changes between 100 % and 30 %', overrideAt: (time: number) => (time % 6 < 2 ? 1 : 0.3) },
] as const;

describe('The bead of a weave', () => {
  it.each(weavePatterns.flatMap((pattern) => overrides.map((each) => ({ pattern, ...each }))))(
    'equals the one at 100 % at $name: $pattern',
    ({ pattern, overrideAt }) => {
      const trajectory = planSeam(pattern);
      const formula = new WeaveAlongSeam({ ...weave, pattern }, length);
      const full = play(trajectory, () => 1);
      const slow = play(trajectory, overrideAt);
      expect(slow.length).toBeGreaterThan(1.5 * full.length);
      for (const { along, across } of slow) {
        expect(Math.abs(across - formula.offsetAt(Math.min(length, Math.max(0, along))).lateral)).toBeLessThan(
          tolerance,
        );
        if (along > 0 && along < length) expect(Math.abs(across - acrossAt(full, along))).toBeLessThan(tolerance);
      }
    },
  );

  it('takes 30 % of the seam speed, within two percent', () => {
    const speeds = speedsOf(play(planSeam('zigzag'), () => 0.3));
    const wanted = 0.3 * speed;
    const cruise = speeds.slice(
      speeds.findIndex((each) => each > 0.98 * wanted),
      speeds.findLastIndex((each) => each > 0.98 * wanted) + 1,
    );
    expect(cruise.length * step * wanted).toBeGreaterThan(0.8 * length);
    expect(Math.min(...cruise)).toBeGreaterThan(0.98 * wanted);
    expect(Math.max(...speeds)).toBeLessThan(1.02 * wanted);
  });
});
