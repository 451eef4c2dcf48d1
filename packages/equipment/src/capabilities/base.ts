import type { Pose } from '@cellwright/geometry';

/** Where a device puts the base of the arm that stands on it: in the world frame, metres. */
export interface BaseDescription {
  readonly pose: Pose;
  /** Its height changes while the cell works, as that of a lift does. */
  readonly isDynamic: boolean;
}

/** What steps ask the cell for beside commands: that the arm stands on a base of its own, or on one that moves. */
export type BaseTrait = 'customBase' | 'dynamicBase';

export function baseTraitsOf({ isDynamic }: BaseDescription): readonly BaseTrait[] {
  return isDynamic ? ['customBase', 'dynamicBase'] : ['customBase'];
}
