import { createKinematics, defaultArm, jointLimitsOf } from '@cellwright/arm';
import { createSelfCollisionChecker } from '@cellwright/collision';
import { type JointAngles, jogFrameSchema } from '@cellwright/domain/robot';
import {
  dotVec3,
  identityPose,
  invertQuaternion,
  multiplyQuaternions,
  normVec3,
  positionOf,
  type Quaternion,
  scaleVec3,
  subtractVec3,
  type Vec3,
} from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bareFlange } from '../../arm/current-tool.ts';
import { createToolPose } from '../../arm/tool-pose.ts';
import type { ToolModel } from '../../planner.ts';
import { jogFor, longTool, period, sixOf } from './jog.fixture.ts';
import type { JogCommand } from './jog-motion.ts';
import { axesOf, twistAlong } from './tool-velocity.ts';

type CartesianJog = Extract<JogCommand, { jogKind: 'cartesian' }>;

const limits = jointLimitsOf(defaultArm);
const kinematics = createKinematics(defaultArm);
const computeToolPose = createToolPose(defaultArm);
const checker = createSelfCollisionChecker(defaultArm);

/** Maximum speed of the tool beside its commanded direction, m/s and rad/s, and maximum total deviation. */
const tolerance = { linear: 0.01, angular: 0.02, share: 0.03, distance: 0.003, angle: 0.006 };
/** Maximum distance by which a whole jog through a straight wrist may displace the tool, m. */
const place = 0.01;

const part = (most: number) => fc.integer({ min: -1000, max: 1000 }).map((share) => (share / 1000) * most);
const vector = (most: number) => fc.tuple(part(most), part(most), part(most));
/** From exactly singular to 0.05 rad away, on both sides. */
const nearZero = fc
  .tuple(fc.constantFrom(-1, 1), fc.constantFrom(0, 1e-9, 1e-5, 1e-3, 0.005, 0.02, 0.05))
  .map(([sign, size]) => sign * size);
const atWrist = fc
  .tuple(part(3), part(0.6), part(0.4), part(1.5), nearZero, part(2))
  .map(([a, b, c, d, e, f]) => sixOf([a, b - 0.5, c + 1.6, d, e, f]));
const atElbow = fc
  .tuple(part(3), part(0.7), nearZero, part(1.2), part(0.5), part(2))
  .map(([a, b, c, d, e, f]) => sixOf([a, b, c, d, e + 1.2, f]));
const isClear = (q: JointAngles) => kinematics.isWithinLimits(q) && checker.measureClearance(q) > 0.01;
const start = fc.oneof(atWrist, atElbow).filter(isClear);
const still: Vec3 = [0, 0, 0];
const command: fc.Arbitrary<CartesianJog> = fc
  .tuple(
    fc.constantFrom(...jogFrameSchema.options),
    vector(0.15),
    vector(0.6),
    fc.constantFrom('both', 'shift', 'turn'),
  )
  .map(([frame, linear, angular, kind]) => ({
    jogKind: 'cartesian',
    frame,
    linear: kind === 'turn' ? still : linear,
    angular: kind === 'shift' ? still : angular,
  }));

/** Returns the average motion of the tool between two configurations: m/s and rad/s in base axes. */
function moveOf(from: JointAngles, to: JointAngles, tcp: ToolModel['tcp']): { linear: Vec3; angular: Vec3 } {
  const [a, b] = [computeToolPose(from, tcp), computeToolPose(to, tcp)];
  return {
    linear: scaleVec3(subtractVec3(positionOf(b), positionOf(a)), 1 / period),
    angular: scaleVec3(turnBetween(a, b), 1 / period),
  };
}

function turnBetween(a: Quaternion, b: Quaternion): Vec3 {
  const turn = multiplyQuaternions(b, invertQuaternion(a));
  const sine = Math.hypot(turn.i, turn.j, turn.k);
  const angle = 2 * Math.atan2(sine, Math.abs(turn.w)) * Math.sign(turn.w || 1);
  return sine === 0 ? still : scaleVec3([turn.i, turn.j, turn.k], angle / sine);
}

/** Returns the parts of a motion beside a direction, and along it as a share of the commanded speed. */
function split(move: { linear: Vec3; angular: Vec3 }, wish: { linear: Vec3; angular: Vec3 }) {
  const square = dotVec3(wish.linear, wish.linear) + dotVec3(wish.angular, wish.angular);
  const share = square === 0 ? 0 : (dotVec3(move.linear, wish.linear) + dotVec3(move.angular, wish.angular)) / square;
  return {
    share,
    linear: normVec3(subtractVec3(move.linear, scaleVec3(wish.linear, share))),
    angular: normVec3(subtractVec3(move.angular, scaleVec3(wish.angular, share))),
  };
}

describe('jogging the tool near a singularity', () => {
  it('moves it along the commanded direction or not at all, with every joint in its limits', () => {
    fc.assert(
      fc.property(start, command, fc.constantFrom(bareFlange, longTool), (q, wish, tool) => {
        const { steps } = jogFor(1.5, wish, q, tool);
        let [distance, angle] = [0, 0];
        for (const [index, { joints, velocities }] of steps.entries()) {
          const next = steps[index + 1]?.joints;
          velocities.forEach((velocity, joint) => {
            expect(Math.abs(velocity)).toBeLessThanOrEqual((limits.velocity[joint] ?? 0) + 1e-9);
          });
          if (!next) continue;
          const middle = sixOf(joints.map((angle, joint) => (angle + (next[joint] ?? 0)) / 2));
          const direction = twistAlong(wish, axesOf(wish.frame, computeToolPose(middle, tool.tcp), identityPose));
          const { share, linear, angular } = split(moveOf(joints, next, tool.tcp), direction);
          expect(share).toBeGreaterThan(-0.03);
          expect(share).toBeLessThan(1.01);
          expect(linear).toBeLessThan(tolerance.linear + tolerance.share * share * normVec3(direction.linear));
          expect(angular).toBeLessThan(tolerance.angular + tolerance.share * share * normVec3(direction.angular));
          distance += linear * period;
          angle += angular * period;
        }
        expect(distance).toBeLessThan(tolerance.distance);
        expect(angle).toBeLessThan(tolerance.angle);
      }),
      { numRuns: propertyRuns(6, 100), seed: 1, endOnFailure: true },
    );
  }, 120_000);

  it('leaves a stretched elbow as soon as the direction is reversed', () => {
    const stretched = fc
      .tuple(part(3), fc.constantFrom(0.6, 0.9, -0.7), nearZero, part(0.3), part(0.4))
      .map(([a, b, c, d, e]) => sixOf([a, b, c, d, e + 1.4, 0]))
      .filter(isClear);
    fc.assert(
      fc.property(stretched, (q) => {
        const { x, y, z } = computeToolPose(q, bareFlange.tcp);
        const [shoulderX, shoulderY, shoulderZ] = kinematics.shoulder;
        const back: Vec3 = [shoulderX - x, shoulderY - y, shoulderZ - z];
        const linear = scaleVec3(back, 0.1 / normVec3(back));
        const { end } = jogFor(2, { jogKind: 'cartesian', frame: 'robotArm', linear, angular: still }, q);
        const way = subtractVec3(positionOf(computeToolPose(end, bareFlange.tcp)), [x, y, z]);
        expect(dotVec3(way, linear) / normVec3(linear)).toBeGreaterThan(0.08);
      }),
      { numRuns: propertyRuns(4, 30), endOnFailure: true },
    );
  }, 60_000);

  it('stops at a stretched elbow without trembling', () => {
    const q: JointAngles = [0.3, 0.8, 0.3, 0.2, 1.3, 0];
    const { x, y, z } = computeToolPose(q, bareFlange.tcp);
    const [shoulderX, shoulderY, shoulderZ] = kinematics.shoulder;
    const out: Vec3 = [x - shoulderX, y - shoulderY, z - shoulderZ];
    const linear = scaleVec3(out, 0.1 / normVec3(out));
    const { steps, end } = jogFor(6, { jogKind: 'cartesian', frame: 'robotArm', linear, angular: still }, q);
    expect(Math.abs(end[2])).toBeLessThan(0.05);
    const fastest = Math.max(...steps.slice(200).flatMap(({ velocities }) => velocities.map(Math.abs)));
    expect(fastest).toBeLessThan(0.05);
  });

  it('leaves a straight wrist in some direction, turning it first if necessary, while the tool keeps its position', () => {
    const straight = fc
      .tuple(part(3), fc.constantFrom(-0.5, -0.3), part(1), nearZero)
      .map(([a, b, d, e]) => sixOf([a, b, 1.5, d, e, 0]))
      .filter(isClear);
    const turns: Vec3[] = [0.4, -0.4].flatMap((speed): Vec3[] => [
      [0, 0, speed],
      [speed, 0, 0],
      [0, speed, 0],
    ]);
    fc.assert(
      fc.property(straight, (q) => {
        const from = computeToolPose(q, bareFlange.tcp);
        const turned = turns.map((angular) => {
          const { end } = jogFor(5, { jogKind: 'cartesian', frame: 'robotArm', linear: still, angular }, q);
          const to = computeToolPose(end, bareFlange.tcp);
          expect(normVec3(subtractVec3(positionOf(to), positionOf(from)))).toBeLessThan(place);
          return dotVec3(turnBetween(from, to), angular) / 0.4;
        });
        expect(Math.max(...turned)).toBeGreaterThan(0.2);
      }),
      { numRuns: propertyRuns(2, 12), seed: 3, endOnFailure: true },
    );
  }, 60_000);
});
