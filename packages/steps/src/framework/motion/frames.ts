import { frameOfSpaceItem, type SpaceItem } from '@cellwright/domain/space';
import { identityPose, invertPose, type Pose } from '@cellwright/geometry';
import type { SummaryNames } from '../contract.ts';
import type { SpacePort } from '../ports.ts';

/** Returns the frame of a plane that was taught with three positions; undefined for anything else. */
export function planeOf(item: SpaceItem): Pose | undefined {
  return item.kind === 'plane' ? frameOfSpaceItem(item) : undefined;
}

/**
 * Returns a named frame in the base frame: base, world, or the id of a plane. Undefined for anything else.
 * @param base of the arm, in the world
 */
export function frameNamed(frame: string, space: SpacePort, base: Pose): Pose | undefined {
  if (frame === 'base') return identityPose;
  if (frame === 'world') return invertPose(base);
  const item = space.find(frame);
  return item && planeOf(item);
}

/** Returns the name of a frame for a sentence; for a plane, its own name. */
export function describeFrame(frame: string, { say, spaceItem }: Pick<SummaryNames, 'say' | 'spaceItem'>): string {
  if (frame === 'base') return say`the base`;
  if (frame === 'world') return say`the world`;
  return frame === 'tool' ? say`the tool` : spaceItem(frame);
}
