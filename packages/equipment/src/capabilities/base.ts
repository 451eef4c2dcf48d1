import type { Pose } from '@cellwright/geometry';

/** Pose of the arm's base on the device, in the world frame, metres. */
export interface BaseDescription {
  readonly pose: Pose;
  /** True if its height changes during operation, as with a lift. */
  readonly isDynamic: boolean;
}

/** Traits of a cell that steps can require besides commands: the arm is on a base of its own, or on a moving base. */
export type BaseTrait = 'customBase' | 'dynamicBase';

export function baseTraitsOf({ isDynamic }: BaseDescription): readonly BaseTrait[] {
  return isDynamic ? ['customBase', 'dynamicBase'] : ['customBase'];
}
