import type { Pose, Vec3 } from '@cellwright/geometry';
import type { Mesh } from './meshes.ts';

/** Red, green and blue as on a screen (sRGB), 0…255. */
export type Color = readonly [number, number, number];

/** A coloured body in the world. */
export interface SceneObject {
  /** 1…65535; stands in the id channel of a picture. 0 there is the background. */
  readonly id: number;
  readonly mesh: Mesh;
  /** Pose of the mesh in the world. */
  readonly pose: Pose;
  /** Colour of triangles for which the mesh has none of its own. */
  readonly color: Color;
}

/** One lamp at infinity and light from everywhere. */
export interface Light {
  /** Unit vector towards the lamp, in the world. */
  readonly direction: Vec3;
  /** Share of the light that comes from everywhere, 0…1. */
  readonly ambient: number;
}

export interface Scene {
  readonly objects: readonly SceneObject[];
  readonly background: Color;
  readonly light: Light;
}
