import { defaultArm } from '@cellwright/arm';
import { emptyScene, type Obstacle } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { trajectoryDuration } from '@cellwright/trajectory';
import { describe, expect, it } from 'vitest';
import { createArmContext } from '../arm-context.ts';
import { checkForeignPlan } from '../foreign/check-plan.ts';
import { findTouch } from '../planner/independent.fixture.ts';
import { runTask } from '../task.ts';
import { arm, jointTarget, makePoseTarget, makeRequest, sampleEvery, segmentsOf, shiftedPose } from './move.fixture.ts';
import type { KeptAxis, MovePlan, MoveRequest, MoveTarget } from './request.ts';

/** The tool points sideways, and a straight joint move tilts it. */
const start = [0.9, -0.4, 1.9, 0.4, -0.6, 0.3];
/** The tool points down; the three parallel joints and the base keep it there. */
const downward = [0.9, -0.4, 1.9, 0.07, -Math.PI / 2, 0];
const far = shiftedPose(start, [0.1, -0.9, 0.1]);
const kept: KeptAxis = { axis: [0, 0, 1], tolerance: 0.05 };

function plan(targets: readonly MoveTarget[], obstacles: readonly Obstacle[] = [], options: Partial<MoveRequest> = {}) {
  const request = makeRequest(targets, { startJoints: start, ...options });
  return runTask(arm, { kind: 'move', request, scene: { ...emptyScene('simulated'), obstacles: [...obstacles] } });
}

/** Returns the maximum tilt of an axis along a plan, computed without the planner's code. */
function largestLean(result: MovePlan, axis: readonly number[] = [0, 0, 1]): number {
  const { kinematics } = createArmContext(defaultArm);
  const pointing = (joints: readonly number[]) => {
    const tip = kinematics.computeTip(joints);
    return [0, 4, 8].map((row) => axis.reduce((sum, value, column) => sum + value * (tip[row + column] ?? 0), 0));
  };
  const first = pointing(start);
  const samples = segmentsOf(result).flatMap(({ trajectory }) => sampleEvery(trajectory, 0.002));
  return Math.max(
    ...samples.map((joints) => {
      const now = pointing(joints);
      const dot = now.reduce((sum, value, row) => sum + value * (first[row] ?? 0), 0);
      return Math.acos(Math.min(1, dot / (Math.hypot(...now) * Math.hypot(...first))));
    }),
  );
}

const endOf = (result: MovePlan) => segmentsOf(result).at(-1)?.trajectory.points.at(-1)?.positions ?? [];
const failureOf = (result: MovePlan) => (result.ok ? undefined : result.failure);

describe('a joint move that keeps an axis of the tool', () => {
  it('never tilts by more than the tolerance, even if the straight path would', () => {
    expect(largestLean(plan([makePoseTarget(far)]))).toBeGreaterThan(0.1);
    const level = plan([makePoseTarget(far, { keepToolAxis: kept })]);
    expect(largestLean(level)).toBeLessThanOrEqual(kept.tolerance);
    expect(level).toMatchObject({ detours: [{ targetIndex: 0, reason: 'the tool would be tilted' }] });
    expect(endOf(level)).toEqual(endOf(plan([makePoseTarget(far)])));
  });

  it('moves straight if that keeps the direction', () => {
    const turned = downward.map((angle, joint) => (joint === 0 ? angle - 1.2 : angle));
    const from = { startJoints: downward };
    const straight = plan([jointTarget(turned)], [], from);
    expect(straight.ok).toBe(true);
    expect(plan([jointTarget(turned, { keepToolAxis: kept })], [], from)).toEqual(straight);
  });

  inExhaustiveRuns(() => {
    it('keeps any axis', () => {
      const sideways = { axis: [1, 0, 0], tolerance: 0.2 } as const;
      const result = plan([makePoseTarget(far, { keepToolAxis: sideways })]);
      expect(largestLean(result, sideways.axis)).toBeLessThanOrEqual(sideways.tolerance);
    });

    it('keeps it also on a detour', () => {
      const target = makePoseTarget(far, { keepToolAxis: kept });
      const samplesOf = (result: MovePlan) =>
        segmentsOf(result).flatMap(({ trajectory }) => sampleEvery(trajectory, 0.004));
      const free = samplesOf(plan([target]));
      const { x, y, z } = arm.kinematics.computeTipPose(free[Math.floor(free.length / 2)] ?? start);
      const ball = { kind: 'sphere' as const, center: [x, y, z] as const, radius: 0.06 };
      const pose = { ...identityPose, x, y, z };
      const round = plan([target], [{ name: 'ball', shape: { kind: 'sphere', radius: 0.06 }, pose }]);
      expect(findTouch(free, [ball], 0.005)).toBeDefined();
      expect(findTouch(samplesOf(round), [ball], 0.005)).toBeUndefined();
      expect(largestLean(round)).toBeLessThanOrEqual(kept.tolerance);
    });
  });

  it('stops before and after, since a blended corner would tilt the tool', () => {
    const near = shiftedPose(start, [0.05, -0.1, 0]);
    const options = { blendRadius: 0.05 };
    const targets = [
      makePoseTarget(near, options),
      makePoseTarget(far, { ...options, keepToolAxis: kept }),
      makePoseTarget(near, options),
    ];
    expect(segmentsOf(plan(targets)).map(({ firstTarget }) => firstTarget)).toEqual([0, 1, 2]);
  });

  it('fails if the tool would be tilted at the target', () => {
    const tilted = downward.map((angle, joint) => (joint === 3 ? angle + 0.5 : angle));
    const target = jointTarget(tilted, { keepToolAxis: kept });
    expect(failureOf(plan([target], [], { startJoints: downward }))).toMatchObject({
      kind: 'unreachable',
      reason: 'the tool would lean by 28.6° at the target, and 2.9° are allowed',
    });
  });

  inExhaustiveRuns(() => {
    it('applies to external plans too', () => {
      const request = makeRequest([makePoseTarget(far, { keepToolAxis: kept })], { startJoints: start });
      const tilting = plan([makePoseTarget(far)]);
      expect(failureOf(checkForeignPlan(arm, request, tilting))).toEqual({
        kind: 'unreachable',
        reason: "the external planner's trajectory tilts the tool",
        targetIndex: 0,
      });
      const level = plan(request.targets);
      expect(checkForeignPlan(arm, request, level)).toBe(level);
      const [first, ...rest] = segmentsOf(level);
      const merged = { ok: true, detours: [], segments: first ? [{ ...first, lastTarget: 1 }, ...rest] : [] } as const;
      const twice = { ...request, targets: [...request.targets, ...request.targets] };
      expect(failureOf(checkForeignPlan(arm, twice, merged))?.reason).toContain('does not stop before and after');
    });
  });

  it('reuses a known path, also from a nearby start', () => {
    const first = plan([makePoseTarget(far, { keepToolAxis: kept })]);
    const knownDetours = first.ok ? first.detours : [];
    const nearby = start.map((angle) => angle + 0.0005);
    const target = makePoseTarget(far, { keepToolAxis: kept });
    const again = plan([target], [], { startJoints: nearby, knownDetours });
    expect(again.ok && again.detours[0]?.waypoints.slice(1, -1)).toEqual(knownDetours[0]?.waypoints.slice(1, -1));
    expect(segmentsOf(again).every(({ trajectory }) => trajectoryDuration(trajectory) > 0)).toBe(true);
  });
});
