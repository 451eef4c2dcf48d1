import { useQuery } from '@tanstack/react-query';
import { profileText } from '../i18n/profile-text.ts';
import { cell } from './cell.ts';
import { useCommand } from './use-command.ts';
import { useRobot } from './use-robot.ts';

/**
 * Every speed profile of the cell, the slowest first: the factory's presets, named in the language of the page, and those
 * that people made.
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

/** The profile that the robot says it moves by, and choosing another one. */
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
