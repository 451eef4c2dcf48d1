import type { WirePose } from '@cellwright/domain';

/** What the handles in the picture move: the item or the obstacle that is being edited. */
export interface PoseTarget {
  /** While it is dragged: for the picture alone. */
  drag(pose: WirePose): void;
  /** Once it is let go. */
  drop(pose: WirePose): void;
}
