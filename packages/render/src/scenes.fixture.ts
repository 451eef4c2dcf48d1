import { noDistortion, type Pose, quaternionFromRotationVector, type Vec3 } from '@cellwright/geometry';
import type { Camera } from './camera.ts';
import type { Mesh } from './meshes.ts';
import type { Scene, SceneObject } from './scene.ts';

/** Camera without distortion, 160 by 120. */
export const smallCamera: Camera = {
  width: 160,
  height: 120,
  fx: 150,
  fy: 152,
  cx: 79,
  cy: 60.5,
  distortion: noDistortion,
};
export const bentCamera: Camera = {
  ...smallCamera,
  distortion: { k1: -0.15, k2: 0.06, p1: 0.002, p2: -0.001, k3: 0 },
};

export function place(position: Vec3, turn: Vec3 = [0, 0, 0]): Pose {
  const [x, y, z] = position;
  return { x, y, z, ...quaternionFromRotationVector(turn) };
}

export function object(mesh: Mesh, pose: Pose, more: Partial<SceneObject> = {}): SceneObject {
  return { id: 1, mesh, pose, color: [255, 255, 255], ...more };
}

/** Lit evenly: a face has its own colour wherever it is turned. */
export function scene(...objects: SceneObject[]): Scene {
  return { objects, background: [0, 0, 0], light: { direction: [0, 0, 1], ambient: 1 } };
}
