import { useQuery } from '@tanstack/react-query';
import { profileText } from '../i18n/profile-text.ts';
import { cell } from './cell.ts';
import { useCommand } from './use-command.ts';
import { useRobot } from './use-robot.ts';

/**
 * Returns every speed profile of the cell, slowest first: the factory presets, named in the language of the page, and
 * those that users created.
 */
export function useSpeedProfiles() {
  return useQuery({
    queryKey: ['speedProfiles'],
    queryFn: ({ signal }) => cell.speedProfiles.find({ limit: 200 }, signal),
    select: ({ items, ...page }) => ({
      ...page,
      items: items
        .toSorted((one, other) => one.maxTooltipSpeed - other.maxTooltipSpeed)
        .map((profile) => ({ ...profile, name: profileText(profile) })),
    }),
  });
}

/** Returns the speed profile that the robot uses, and a function that chooses another one. */
export function useProfileInForce() {
  const { command, pending } = useCommand();
  const { inForce, isStale, isConstructing } = useRobot(({ state, isStale }) => ({
    inForce: state?.speedProfile,
    isConstructing: state?.kind === 'Constructing',
    isStale,
  }));
  const isWaiting = pending === 'changeRoutineSpeedProfile';
  return {
    inForce,
    isWaiting,
    isReady: inForce !== undefined && !isStale && !isConstructing && !isWaiting,
    choose: (speedProfileID: string) => command('changeRoutineSpeedProfile', { speedProfileID }),
  };
}
