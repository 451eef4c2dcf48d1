import type { WirePose } from '@cellwright/domain/robot';

/** Item or obstacle that the handles in the picture move. */
export interface PoseTarget {
  /** Called during a drag: changes the picture only. */
  drag(pose: WirePose): void;
  /** Called when the handle is released. */
  drop(pose: WirePose): void;
}
