import { ProductError } from '@cellwright/domain/basics';
import type { Platform } from './platform.ts';

/** Reasons why an installation cannot update itself. */
export const unavailableReasons = {
  checkout: 'This cell runs from a checkout. Update the checkout, or install releases with scripts/launch.mjs',
  cluster: 'Updates of a cell in a cluster are not available here. Upgrade its Helm release',
} as const;

/** Platform of an installation that is updated from outside. */
export function createUnavailablePlatform(reason: keyof typeof unavailableReasons, runningBuildID: string): Platform {
  const unavailable = unavailableReasons[reason];
  const refuse = () => Promise.reject(new ProductError('conflict', unavailable));
  return {
    runningBuildID,
    unavailable,
    readSelectedBuildID: async () => runningBuildID,
    readFailedBuildID: async () => undefined,
    importImages: refuse,
    migrate: refuse,
    select: refuse,
    restart() {
      throw new ProductError('conflict', unavailable);
    },
    commit: refuse,
    discard: refuse,
  };
}
