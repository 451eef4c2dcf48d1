import {
  copyTransform,
  createTransforms,
  invertTransform,
  multiplyTransforms,
  quaternionFromRpy,
  setTransform,
  type Transform,
  transformSize,
  type Vec3,
} from '@cellwright/geometry';
import { type ArmModel, jointCount, type Origin } from '../model/arm-model.ts';

/**
 * A model compiled for computation. Body 0 is the root and body k moves with joint k; each body's frame is oriented so
 * that its joint turns about z, so that a joint's rotation changes only two columns.
 */
export interface Chain {
  /** Six transforms from body k's frame to joint k+1's frame at angle 0. */
  readonly steps: Transform;
  readonly linkNames: readonly string[];
  /** Body (0..6) that each link moves with. */
  readonly linkBodies: Int32Array;
  /** Pose of each link in the frame of its body. */
  readonly linkOffsets: Transform;
  /** Index of the tip link, which moves with body 6. */
  readonly tipIndex: number;
}

/**
 * Compiles a model.
 * @throws TypeError when the model's links and joints do not form one tree with a chain of six joints to the tip.
 */
export function compileChain(model: ArmModel): Chain {
  const placed = new Map<string, { body: number; offset: Transform }>();
  placed.set(model.root, { body: 0, offset: createTransforms() });
  const steps = createTransforms(jointCount);
  if (model.joints.length !== jointCount)
    throw new TypeError(`An arm must have six joints, but ${model.name} does not`);

  placeFixedFrames(model, placed);
  model.joints.forEach((joint, index) => {
    const parent = placed.get(joint.parent);
    if (parent?.body !== index) throw new TypeError(`Joint ${joint.name} does not follow the one before it`);
    const align = rotationOntoAxis(joint.axis);
    const toJoint = createTransforms();
    multiplyTransforms(toJoint, 0, parent.offset, 0, transformOfOrigin(joint.origin), 0);
    multiplyTransforms(steps, index * transformSize, toJoint, 0, align, 0);
    const offset = createTransforms();
    invertTransform(offset, 0, align, 0);
    placed.set(joint.child, { body: index + 1, offset });
    placeFixedFrames(model, placed);
  });

  const linkNames = model.links.map((link) => link.name);
  const linkBodies = new Int32Array(linkNames.length);
  const linkOffsets = createTransforms(linkNames.length);
  linkNames.forEach((name, index) => {
    const place = placed.get(name);
    if (place === undefined) throw new TypeError(`Link ${name} hangs on nothing`);
    linkBodies[index] = place.body;
    copyTransform(linkOffsets, index * transformSize, place.offset, 0);
  });
  const tipIndex = linkNames.indexOf(model.tip);
  if (linkBodies[tipIndex] !== jointCount) throw new TypeError(`The tip ${model.tip} does not follow the last joint`);
  return { steps, linkNames, linkBodies, linkOffsets, tipIndex };
}

function placeFixedFrames(model: ArmModel, placed: Map<string, { body: number; offset: Transform }>): void {
  for (let grew = true; grew; ) {
    grew = false;
    for (const frame of model.fixedFrames) {
      const parent = placed.get(frame.parent);
      if (parent === undefined || placed.has(frame.child)) continue;
      const offset = createTransforms();
      multiplyTransforms(offset, 0, parent.offset, 0, transformOfOrigin(frame.origin), 0);
      placed.set(frame.child, { body: parent.body, offset });
      grew = true;
    }
  }
}

function transformOfOrigin(origin: Origin): Transform {
  const out = createTransforms();
  setTransform(out, 0, origin.xyz, quaternionFromRpy(origin.rpy));
  return out;
}

/** Returns a rotation whose z column is the axis; exact for axes along a coordinate. */
function rotationOntoAxis(axis: Vec3): Transform {
  const [x, y, z] = axis;
  const out = createTransforms();
  // The coordinate with the smallest component of the axis is never parallel to it.
  const least = Math.min(Math.abs(x), Math.abs(y), Math.abs(z));
  const helper: Vec3 = Math.abs(x) === least ? [1, 0, 0] : Math.abs(y) === least ? [0, 1, 0] : [0, 0, 1];
  const along = helper[0] * x + helper[1] * y + helper[2] * z;
  const side: Vec3 = [helper[0] - along * x, helper[1] - along * y, helper[2] - along * z];
  const length = Math.hypot(side[0], side[1], side[2]);
  const sx = side[0] / length;
  const sy = side[1] / length;
  const sz = side[2] / length;
  out.set([sx, y * sz - z * sy, x, 0, sy, z * sx - x * sz, y, 0, sz, x * sy - y * sx, z, 0]);
  return out;
}
