import { createKinematics, defaultArm, jointLimitsOf, readyJoints } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { handMotionToolSpeed, type JointAngles } from '@cellwright/domain/robot';
import { distanceVec3, positionOf, rotateVec3, subtractVec3, type Vec3 } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { jointAngles } from '@cellwright/testkit/generators';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareFlange } from '../../arm/current-tool.ts';
import { createToolPose } from '../../arm/tool-pose.ts';
import { jogFor, longTool, period, sixOf } from './jog.fixture.ts';
import type { JogCommand } from './jog-motion.ts';
import { computeToolJacobian, solveTwist, toolSpeedOf } from './tool-velocity.ts';

const limits = jointLimitsOf(defaultArm);
const kinematics = createKinematics(defaultArm);
const computeToolPose = createToolPose(defaultArm);
const ready = sixOf(readyJoints);
const alongX: JogCommand = { jogKind: 'cartesian', frame: 'robotArm', linear: [0.1, 0, 0], angular: [0, 0, 0] };

describe('the Jacobian of the tool', () => {
  it("equals the derivative of the tool's position", () => {
    const joint = fc.double({ min: -3, max: 3, noNaN: true });
    fc.assert(
      fc.property(fc.tuple(joint, joint, joint, joint, joint, joint), fc.integer({ min: 0, max: 5 }), (q, index) => {
        const jacobian = computeToolJacobian(kinematics, q, positionOf(longTool.tcp));
        const step = 1e-6;
        const there = sixOf(q.map((angle, at) => angle + (at === index ? step : 0)));
        const moved = subtractVec3(
          positionOf(computeToolPose(there, longTool.tcp)),
          positionOf(computeToolPose(q, longTool.tcp)),
        );
        moved.forEach((meters, row) => {
          expect(meters / step).toBeCloseTo(jacobian[row * 6 + index] ?? Number.NaN, 4);
        });
      }),
    );
  });

  it('can be inverted, and stays finite at singularities', () => {
    const jacobian = computeToolJacobian(kinematics, ready, [0, 0, 0]);
    const velocities = solveTwist(jacobian, { linear: [0.1, -0.05, 0.02], angular: [0.1, 0.2, 0.3] });
    const twist = [0, 1, 2, 3, 4, 5].map((row) =>
      velocities.reduce((sum, velocity, joint) => sum + velocity * (jacobian[row * 6 + joint] ?? 0), 0),
    );
    [0.1, -0.05, 0.02, 0.1, 0.2, 0.3].forEach((value, row) => {
      expect(twist[row]).toBeCloseTo(value, 6);
    });
    const straight = computeToolJacobian(kinematics, [0, 0, 0, 0, 0, 0], [0, 0, 0]);
    const turning = solveTwist(straight, { linear: [0, 0, 0.25], angular: [0, 0, 0] });
    expect(turning.every(Number.isFinite)).toBe(true);
  });
});

describe('jogging the arm', () => {
  it('moves the tool along the commanded axis, and keeps its orientation', () => {
    const { end } = jogFor(1, alongX, ready);
    const from = computeToolPose(ready, bareFlange.tcp);
    const to = computeToolPose(end, bareFlange.tcp);
    expect(to.x - from.x).toBeGreaterThan(0.05);
    expect(Math.abs(to.y - from.y)).toBeLessThan(0.003);
    expect(Math.abs(to.z - from.z)).toBeLessThan(0.003);
    expect(Math.abs(from.i * to.i + from.j * to.j + from.k * to.k + from.w * to.w)).toBeGreaterThan(0.99999);
  });

  it('moves the tool along its own axes in the tool frame', () => {
    const { end } = jogFor(0.5, { ...alongX, frame: 'tool' }, ready);
    const from = computeToolPose(ready, bareFlange.tcp);
    const way = subtractVec3(positionOf(computeToolPose(end, bareFlange.tcp)), positionOf(from));
    const axis = rotateVec3(from, [1, 0, 0]);
    const length = Math.hypot(...way);
    expect((way[0] * axis[0] + way[1] * axis[1] + way[2] * axis[2]) / length).toBeGreaterThan(0.999);
  });

  it('keeps the tool at or under 250 mm/s, every joint in its limits, and all changes in the accelerations', () => {
    const speed = fc.double({ min: -10, max: 10, noNaN: true });
    const vector = fc.tuple(speed, speed, speed);
    const command: fc.Arbitrary<JogCommand> = fc.oneof(
      fc
        .tuple(speed, speed, speed, speed, speed, speed)
        .map((velocities) => ({ jogKind: 'joint' as const, velocities })),
      fc.record({
        jogKind: fc.constant('cartesian' as const),
        frame: fc.constantFrom('robotArm' as const, 'world' as const, 'tool' as const),
        linear: vector,
        angular: vector,
      }),
    );
    fc.assert(
      fc.property(command, (wish) => {
        const { steps } = jogFor(0.4, wish, ready, longTool);
        let before: readonly number[] = [0, 0, 0, 0, 0, 0];
        for (const { joints, velocities } of steps) {
          const jacobian = computeToolJacobian(kinematics, joints, positionOf(longTool.tcp));
          expect(toolSpeedOf(jacobian, velocities)).toBeLessThanOrEqual(handMotionToolSpeed);
          velocities.forEach((velocity, joint) => {
            expect(Math.abs(velocity)).toBeLessThanOrEqual((limits.velocity[joint] ?? 0) + 1e-9);
            const wasSlower = Math.abs(velocity) >= Math.abs(before[joint] ?? 0);
            const change = Math.abs(velocity - (before[joint] ?? 0));
            if (wasSlower) expect(change).toBeLessThanOrEqual((limits.acceleration[joint] ?? 0) * period + 1e-9);
          });
          before = velocities;
        }
        expect(steps.at(-1)?.velocities.every((velocity) => velocity === 0)).toBe(true);
      }),
      { numRuns: propertyRuns(5, 15) },
    );
  }, 60_000);

  it('stops before the stand, the floor and the arm itself, and lets the arm leave', () => {
    const checker = createSelfCollisionChecker(defaultArm);
    const down: JogCommand = { jogKind: 'cartesian', frame: 'robotArm', linear: [0, 0, -0.25], angular: [0, 0, 0] };
    const { end } = jogFor(8, down, ready, longTool);
    expect(checker.checkConfiguration(end).kind).toBe('clear');
    const low = computeToolPose(end, longTool.tcp).z;
    const { end: still } = jogFor(2, down, end, longTool);
    expect(Math.abs(computeToolPose(still, longTool.tcp).z - low)).toBeLessThan(0.02);
    const { end: away } = jogFor(1, { ...down, linear: [0, 0, 0.2] }, still, longTool);
    expect(computeToolPose(away, longTool.tcp).z).toBeGreaterThan(low + 0.05);
  });

  it('bends no joint beyond its limit', () => {
    const { end } = jogFor(20, { jogKind: 'joint', velocities: [0, 0, 1, 0, 0, 0] }, ready);
    expect(end[2]).toBeLessThanOrEqual(limits.upper[2] ?? 0);
    const outside = sixOf(ready.map((angle, joint) => (joint === 3 ? (limits.upper[3] ?? 0) + 0.1 : angle)));
    const onwards = jogFor(0.5, { jogKind: 'joint', velocities: [0, 0, 0, 0.5, 0, 0] }, outside).end;
    expect(onwards[3]).toBe(outside[3]);
    const back = jogFor(0.5, { jogKind: 'joint', velocities: [0, 0, 0, -0.5, 0, 0] }, outside).end;
    expect(back[3]).toBeLessThan(outside[3] ?? 0);
  });

  it('stops for an invalid command', () => {
    for (const linear of [
      [1e308, 1e308, 1e308],
      [Number.MIN_VALUE, 0, 0],
    ] satisfies Vec3[]) {
      const { end } = jogFor(0.2, { ...alongX, linear }, ready);
      expect(end.every(Number.isFinite)).toBe(true);
      const tool = (joints: JointAngles) => positionOf(computeToolPose(joints, bareFlange.tcp));
      expect(distanceVec3(tool(ready), tool(end))).toBeLessThan(0.1);
    }
  });
});

describe('jogging from any position', () => {
  it('causes no new contact', () => {
    const checker = createSelfCollisionChecker(defaultArm);
    const start = jointAngles(2.5).filter((q) => kinematics.isWithinLimits(q) && checker.measureClearance(q) > 0.01);
    const velocity = fc.double({ min: -2, max: 2, noNaN: true });
    fc.assert(
      fc.property(start, fc.tuple(velocity, velocity, velocity, velocity, velocity, velocity), (q, velocities) => {
        const { steps } = jogFor(1, { jogKind: 'joint', velocities }, sixOf(q));
        for (const { joints } of steps) {
          expect(checker.checkConfiguration(joints).kind).toBe('clear');
          expect(kinematics.isWithinLimits(joints)).toBe(true);
        }
      }),
      { numRuns: propertyRuns(5, 15) },
    );
  }, 60_000);
});
