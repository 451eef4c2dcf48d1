import { countStlTriangles, listAvoided, type PlanningScene } from '@cellwright/domain/space';

/** Maximum triangles and hull points of a scene that is prepared within a few milliseconds. */
const lightTriangles = 2000;
const lightHullPoints = 1000;

/** True if the preparation would block an event loop for too long: arms are driven from the same one. */
export function isHeavyScene(scene: PlanningScene | undefined): boolean {
  let triangles = 0;
  let hullPoints = 0;
  for (const { shape } of listAvoided(scene?.obstacles ?? [])) {
    if (shape.kind === 'mesh') triangles += countStlTriangles(shape.stl) ?? 0;
    if (shape.kind === 'convex') hullPoints += shape.vertices.length / 3;
  }
  return triangles > lightTriangles || hullPoints > lightHullPoints;
}
