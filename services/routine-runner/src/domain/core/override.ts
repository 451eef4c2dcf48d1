import type { RobotSessionState } from '@cellwright/domain/run';

/** Returns the share of its speed that limits all motion, 0–1. */
export function overrideOf({ speedRestrictionPercentage, testRunSpeed }: RobotSessionState): number {
  return speedRestrictionPercentage * (testRunSpeed ?? 1);
}
