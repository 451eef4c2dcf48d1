import { type Pose, relativePose } from '@cellwright/geometry';
import type { Scene } from './scene.ts';

/** Truth about an object in a picture. */
export interface VisibleObject {
  readonly id: number;
  /** In the optical frame of the camera. */
  readonly pose: Pose;
  /** Pixels whose middle shows it. */
  readonly pixelCount: number;
  /** First and last column and row with such a pixel. */
  readonly bounds: { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
}

interface Extent {
  count: number;
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Objects that the id channel shows, in the order of the scene. */
export function listVisible(scene: Scene, cameraPose: Pose, ids: Uint16Array, width: number): VisibleObject[] {
  const extents = measure(ids, width);
  return scene.objects.flatMap(({ id, pose }) => {
    const extent = extents.get(id);
    if (!extent) return [];
    const { count: pixelCount, ...bounds } = extent;
    return [{ id, pose: relativePose(cameraPose, pose), pixelCount, bounds }];
  });
}

function measure(ids: Uint16Array, width: number): ReadonlyMap<number, Extent> {
  const extents = new Map<number, Extent>();
  for (let row = 0; row * width < ids.length; row += 1) {
    // Runs of one object are counted at once.
    for (let column = 0; column < width; ) {
      const start = column;
      const id = ids[row * width + start] ?? 0;
      while (column < width && ids[row * width + column] === id) column += 1;
      if (id !== 0) grow(extents, id, row, start, column - 1);
    }
  }
  return extents;
}

function grow(extents: Map<number, Extent>, id: number, row: number, left: number, right: number): void {
  const count = right - left + 1;
  const extent = extents.get(id);
  if (!extent) {
    extents.set(id, { count, left, right, top: row, bottom: row });
    return;
  }
  extent.count += count;
  extent.left = Math.min(extent.left, left);
  extent.right = Math.max(extent.right, right);
  extent.bottom = row;
}
