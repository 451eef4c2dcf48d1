import { startOfText } from '../basics/start-of-text.ts';
import type { WirePose } from '../robot/position.ts';
import type { Obstacle } from './planning-scene.ts';
import type { PrimitiveShape } from './primitive-shape.ts';
import { spaceFileIDOf } from './space-file.ts';
import { resolveSpaceItems } from './space-frames.ts';
import type { SpaceItem } from './space-item.ts';

/** An environment object as an obstacle for the arm; a mesh is named by its file. */
export interface SpaceObstacle {
  readonly spaceItemID: string;
  readonly name: string;
  readonly pose: WirePose;
  readonly shape: PrimitiveShape | { readonly kind: 'file'; readonly fileID: string; readonly scale: number };
}

/** Maximum length of an obstacle's name, with room for a number after it. */
const longestName = 120;

/**
 * Returns the environment objects among the items at their current place, moved with their anchors. An object without a
 * pose is left out; one without a file and a shape is only a frame.
 */
export function obstaclesOf(items: readonly SpaceItem[]): SpaceObstacle[] {
  const names = new Map<string, number>();
  return resolveSpaceItems(items).flatMap((item): SpaceObstacle[] => {
    if (item.kind !== 'environmentObject' || item.pose === undefined) return [];
    const fileID = spaceFileIDOf(item.fileURL);
    const shape = fileID === undefined ? item.shape : ({ kind: 'file', fileID, scale: item.scale } as const);
    if (!shape) return [];
    const name = startOfText(item.name, longestName);
    const count = (names.get(name) ?? 0) + 1;
    names.set(name, count);
    return [{ spaceItemID: item.id, name: count > 1 ? `${name} (${count})` : name, pose: item.pose, shape }];
  });
}

/** Returns the obstacle for a scene; `stl` is that of the file, base64. */
export function toObstacle(
  { spaceItemID, name, pose, shape }: SpaceObstacle,
  stl: string | undefined,
): Obstacle | undefined {
  if (shape.kind !== 'file') return { name, pose, shape, spaceItemID };
  return stl === undefined ? undefined : { name, pose, shape: { kind: 'mesh', stl, scale: shape.scale }, spaceItemID };
}
