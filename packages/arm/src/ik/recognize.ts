import {
  addVec3,
  createTransforms,
  crossVec3,
  dotVec3,
  invertTransform,
  multiplyTransforms,
  normalizeVec3,
  normVec3,
  scaleVec3,
  subtractVec3,
  type Transform,
  transformSize,
  type Vec3,
} from '@cellwright/geometry';
import type { Chain } from '../kinematics/chain.ts';
import { bodyCount, computeBodies } from '../kinematics/forward.ts';
import { jointCount } from '../model/arm-model.ts';
import {
  type ArmGeometry,
  type RecognizedGeometry,
  reachTolerance,
  type SphericalWristGeometry,
  type ThreeParallelGeometry,
} from './geometry.ts';
import { measureResidual } from './residual.ts';
import { multiplyRotations, type Rotation, rotationAboutY, rotationAboutZ, turnAboutY } from './rotation3.ts';

/** Largest residual (metres and radians) of one of the usual geometries, including calibrated arms. */
const recognitionTolerance = 0.01;

/** A joint axis at the zero position, in the root frame. */
interface Axis {
  readonly direction: Vec3;
  readonly point: Vec3;
}

/** The arm's axes and tip at its zero position. */
interface ZeroPosition {
  readonly axes: readonly [Axis, Axis, Axis, Axis, Axis, Axis];
  readonly tip: Transform;
}

/**
 * Recognizes the usual geometries from the chain alone. For an arm that is nearly one (as calibrated arms are) returns
 * the nearest canonical geometry and its residual; undefined when neither fits.
 */
export function recognizeGeometry(chain: Chain): RecognizedGeometry | undefined {
  const zero = readZeroPosition(chain);
  const geometry = fitThreeParallel(zero) ?? fitSphericalWrist(zero);
  if (geometry === undefined) return undefined;
  geometry.residual = measureResidual(chain, geometry);
  if (geometry.residual > 10 * recognitionTolerance) return undefined;
  if (geometry.residual <= exactResidual) return geometry;
  // A nearly canonical arm reaches slightly further or less; its seeds are clamped and then refined.
  const planar = { ...geometry.planar, tolerance: 4 * geometry.residual, clampedSine: 0.1 };
  return { ...geometry, planar, leastForward: 2 * geometry.residual };
}

/** Residual up to which the closed form alone is exact to far below 1e-9; above it, it seeds a refinement. */
export const exactResidual = 2e-10;

function readZeroPosition(chain: Chain): ZeroPosition {
  const bodies = createTransforms(bodyCount);
  computeBodies(chain, new Float64Array(jointCount), bodies);
  const tip = createTransforms();
  multiplyTransforms(tip, 0, bodies, jointCount * transformSize, chain.linkOffsets, chain.tipIndex * transformSize);
  const axis = (index: number): Axis => {
    const at = (index + 1) * transformSize;
    return {
      direction: [bodies[at + 2] ?? 0, bodies[at + 6] ?? 0, bodies[at + 10] ?? 0],
      point: [bodies[at + 3] ?? 0, bodies[at + 7] ?? 0, bodies[at + 11] ?? 0],
    };
  };
  return { axes: [axis(0), axis(1), axis(2), axis(3), axis(4), axis(5)], tip };
}

function fitThreeParallel({ axes, tip }: ZeroPosition): ThreeParallelGeometry | undefined {
  const [first, second, third, fourth, fifth, sixth] = axes;
  const across = second.direction;
  if (!areParallel(third, second) || !areParallel(fourth, second) || !arePerpendicular(first, second)) return undefined;
  if (!arePerpendicular(fifth, fourth) || !arePerpendicular(sixth, fifth)) return undefined;
  const wrist = meetingPoint(fifth, sixth);
  if (wrist === undefined) return undefined;

  const base = fitBase(first, averageDirection([second, third, fourth]), second, wrist);
  const [p2, p3, p4] = [second, third, fourth].map((axis) => toPlane(base, axis, wrist));
  if (p2 === undefined || p3 === undefined || p4 === undefined) return undefined;
  const upperAngle = planarAngle(subtractVec3(p3, p2));
  const foreAngle = planarAngle(subtractVec3(p4, p3));
  const fifthInBase = intoBase(base, fifth.direction);
  const pitch = Math.atan2(fifthInBase[0], fifthInBase[2]);
  const inWrist = turnAboutY(-pitch, subtractVec3(base.toLocal(wrist), p4));
  const sixthInWrist = turnAboutY(-pitch, intoBase(base, sixth.direction));
  const fifthZero = Math.atan2(-sixthInWrist[0], sixthInWrist[1]);
  const signs = [1, 1, signOf(third, across), signOf(fourth, across), 1, 1];
  const offsets = [0, upperAngle, foreAngle - upperAngle, pitch - foreAngle, fifthZero, 0];
  const orientation = multiplyRotations(rotationAboutY(pitch), rotationAboutZ(fifthZero));
  return {
    kind: 'threeParallel',
    ...assemble(base, wrist, tip, orientation, [p2, p3, p4], signs, offsets),
    wristX: inWrist[0],
    wristZ: inWrist[2],
  };
}

function fitSphericalWrist({ axes, tip }: ZeroPosition): SphericalWristGeometry | undefined {
  const [first, second, third, fourth, fifth, sixth] = axes;
  if (!areParallel(third, second) || !arePerpendicular(first, second)) return undefined;
  if (!arePerpendicular(fifth, fourth) || !arePerpendicular(sixth, fifth)) return undefined;
  const wrist = meetingPoint(fifth, sixth);
  if (wrist === undefined || distanceToAxis(wrist, fourth) > recognitionTolerance) return undefined;

  const base = fitBase(first, averageDirection([second, third]), second, wrist);
  const p2 = toPlane(base, second, wrist);
  const p3 = toPlane(base, third, wrist);
  const pw = base.toLocal(wrist);
  const upperAngle = planarAngle(subtractVec3(p3, p2));
  const foreAngle = planarAngle(subtractVec3(pw, p3));
  const fourthInBase = normalizeVec3(intoBase(base, fourth.direction));
  const fifthInBase = intoBase(base, fifth.direction);
  const y = normalizeVec3(subtractVec3(fifthInBase, scaleVec3(fourthInBase, dotVec3(fifthInBase, fourthInBase))));
  const x = crossVec3(y, fourthInBase);
  const wristZero: Rotation = [x[0], y[0], fourthInBase[0], x[1], y[1], fourthInBase[1], x[2], y[2], fourthInBase[2]];
  const sixthInBase = intoBase(base, sixth.direction);
  const fifthZero = Math.atan2(dotVec3(sixthInBase, x), dotVec3(sixthInBase, fourthInBase));
  const signs = [1, 1, signOf(third, second.direction), 1, 1, 1];
  const offsets = [0, upperAngle, foreAngle - upperAngle, 0, fifthZero, 0];
  const orientation = multiplyRotations(wristZero, rotationAboutY(fifthZero));
  return {
    kind: 'sphericalWrist',
    ...assemble(base, wrist, tip, orientation, [p2, p3, pw], signs, offsets),
    forearmToWrist: Float64Array.from(multiplyRotations(rotationAboutY(-foreAngle), wristZero)),
  };
}

/** The canonical base: z along the first axis, y along the second, origin on the first axis at the second's height. */
interface Base {
  readonly rootToBase: Transform;
  readonly toLocal: (point: Vec3) => Vec3;
}

function fitBase(first: Axis, across: Vec3, second: Axis, wrist: Vec3): Base {
  const z = first.direction;
  const y = normalizeVec3(subtractVec3(across, scaleVec3(z, dotVec3(across, z))));
  const x = crossVec3(y, z);
  const onPlane = alongAxisTo(second, y, wrist);
  const origin = addVec3(first.point, scaleVec3(z, dotVec3(subtractVec3(onPlane, first.point), z)));
  const pose = new Float64Array([...row(x, y, z, origin, 0), ...row(x, y, z, origin, 1), ...row(x, y, z, origin, 2)]);
  const rootToBase = createTransforms();
  invertTransform(rootToBase, 0, pose, 0);
  const toLocal = (point: Vec3): Vec3 => {
    const d = subtractVec3(point, origin);
    return [dotVec3(d, x), dotVec3(d, y), dotVec3(d, z)];
  };
  return { rootToBase, toLocal };
}

function row(x: Vec3, y: Vec3, z: Vec3, origin: Vec3, index: 0 | 1 | 2): number[] {
  return [x[index], y[index], z[index], origin[index]];
}

function assemble(
  base: Base,
  wrist: Vec3,
  tip: Transform,
  orientation: Rotation,
  points: readonly [Vec3, Vec3, Vec3],
  signs: readonly number[],
  offsets: readonly number[],
): ArmGeometry {
  const [p2, p3, end] = points;
  const w = base.toLocal(wrist);
  const [r0, r1, r2, r3, r4, r5, r6, r7, r8] = orientation;
  const endPose = new Float64Array([r0, r1, r2, w[0], r3, r4, r5, w[1], r6, r7, r8, w[2]]);
  const baseToRoot = createTransforms();
  invertTransform(baseToRoot, 0, base.rootToBase, 0);
  const endInRoot = createTransforms();
  multiplyTransforms(endInRoot, 0, baseToRoot, 0, endPose, 0);
  const rootToTip = createTransforms();
  invertTransform(rootToTip, 0, tip, 0);
  const tipToEnd = createTransforms();
  multiplyTransforms(tipToEnd, 0, rootToTip, 0, endInRoot, 0);
  return {
    rootToBase: base.rootToBase,
    tipToEnd,
    shoulderOffset: p2[0],
    lateral: w[1],
    planar: {
      upper: planarLength(subtractVec3(p3, p2)),
      fore: planarLength(subtractVec3(end, p3)),
      tolerance: reachTolerance,
      clampedSine: 0,
    },
    leastForward: 0,
    signs: Float64Array.from(signs),
    offsets: Float64Array.from(offsets),
    residual: 0,
  };
}

function areParallel(a: Axis, b: Axis): boolean {
  return normVec3(crossVec3(a.direction, b.direction)) <= recognitionTolerance;
}

function arePerpendicular(a: Axis, b: Axis): boolean {
  return Math.abs(dotVec3(a.direction, b.direction)) <= recognitionTolerance;
}

function signOf(axis: Axis, direction: Vec3): number {
  return dotVec3(axis.direction, direction) < 0 ? -1 : 1;
}

function averageDirection(axes: readonly [Axis, ...Axis[]]): Vec3 {
  const reference = axes[0].direction;
  return axes.reduce<Vec3>((sum, axis) => addVec3(sum, scaleVec3(axis.direction, signOf(axis, reference))), [0, 0, 0]);
}

/**
 * Returns the point where two nearly perpendicular axes meet: halfway across the gap; undefined when the gap is too
 * wide.
 */
function meetingPoint(a: Axis, b: Axis): Vec3 | undefined {
  const between = subtractVec3(b.point, a.point);
  const cosine = dotVec3(a.direction, b.direction);
  const scale = 1 - cosine * cosine;
  const alongA = (dotVec3(between, a.direction) - cosine * dotVec3(between, b.direction)) / scale;
  const alongB = (cosine * dotVec3(between, a.direction) - dotVec3(between, b.direction)) / scale;
  const onA = addVec3(a.point, scaleVec3(a.direction, alongA));
  const onB = addVec3(b.point, scaleVec3(b.direction, alongB));
  if (normVec3(subtractVec3(onB, onA)) > recognitionTolerance) return undefined;
  return scaleVec3(addVec3(onA, onB), 0.5);
}

function distanceToAxis(point: Vec3, axis: Axis): number {
  return normVec3(crossVec3(subtractVec3(point, axis.point), axis.direction));
}

/**
 * Returns the axis's point in the plane across `normal` through `through`; calibrated axes may have theirs far away.
 */
function alongAxisTo(axis: Axis, normal: Vec3, through: Vec3): Vec3 {
  const travel = dotVec3(subtractVec3(through, axis.point), normal) / dotVec3(axis.direction, normal);
  return addVec3(axis.point, scaleVec3(axis.direction, travel));
}

function toPlane(base: Base, axis: Axis, wrist: Vec3): Vec3 {
  const m = base.rootToBase;
  return base.toLocal(alongAxisTo(axis, [m[4] ?? 0, m[5] ?? 0, m[6] ?? 0], wrist));
}

function intoBase(base: Base, direction: Vec3): Vec3 {
  const m = base.rootToBase;
  const component = (at: number): number =>
    (m[at] ?? 0) * direction[0] + (m[at + 1] ?? 0) * direction[1] + (m[at + 2] ?? 0) * direction[2];
  return [component(0), component(4), component(8)];
}

/** Returns the plane angle measured in (x, −z), because a turn about y takes x towards −z. */
function planarAngle(v: Vec3): number {
  return Math.atan2(-v[2], v[0]);
}

function planarLength(v: Vec3): number {
  return Math.hypot(v[0], v[2]);
}
