/** Maximum obstacles of a scene, triangles of all its meshes together, and boxes of its end effector. */
export const sceneLimits = {
  obstacles: 1000,
  triangles: 100_000,
  /** Maximum points of one convex hull, and of all together. */
  hullVertices: 10_000,
  allHullVertices: 100_000,
  boxes: 64,
} as const;
