import { getResumption } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import type { EffectAnswer, ResumePlace, Resumption } from '@cellwright/domain/run';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showNote } from '../ui/toasts.ts';
import { cell } from './cell.ts';
import { showRefusal } from './control.ts';
import { showMotionEnd } from './hand-motion/hand-motion-words.ts';
import type { HeldMotionEvents } from './hand-motion/held-motion.ts';
import { useHeldMotion } from './hand-motion/use-held-motion.ts';
import { useCommand } from './use-command.ts';
import { useRobot } from './use-robot.ts';

/** Interval for checking again what prevents continuing, ms: another user may be fixing it. */
const lookAgainMS = 2000;

/**
 * True for errors of a service that may be back shortly after the run ended with it: nothing else would make the page
 * ask again.
 */
function isAway(error: Error | null): boolean {
  return error instanceof ProductError && error.code === 'unavailable';
}

/** Returns the unfinished runs of the robot and where each can be continued, newest first. */
export function useResumePlaces(): readonly ResumePlace[] {
  return useRobot(({ state }) => state?.resumePlaces ?? []);
}

/** Resumption of an unfinished run and its commands. */
export interface Resume {
  readonly place: ResumePlace;
  readonly resumption: Resumption;
  readonly isStale: boolean;
  readonly pending: string | undefined;
  resume(answers: EffectAnswer[], fromStepID?: string): void;
  giveUp(): void;
  /** Moves the arm back to where it was, until `endReturn` or `onLate` is called. */
  startReturn(onLate: () => void): void;
  endReturn(): void;
}

export interface Resuming {
  /** Undefined until it is known, while a routine plays, and if the run cannot be continued. */
  readonly resume: Resume | undefined;
  /** Reason why the run cannot be continued. */
  readonly problem: string | undefined;
  /** Resolves to true if the run was given up. */
  giveUp(): Promise<boolean>;
}

export function useResume(place: ResumePlace | undefined): Resuming {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  const robot = useRobot(({ state }) => ({ kind: state?.kind, brakes: state?.brakes, tool: state?.tool.name }));
  const runID = place?.run.id ?? '';
  const isPlaying = robot.kind === 'RoutineRunning';
  const { data, error } = useQuery({
    queryKey: ['runs', 'resumption', runID, robot],
    queryFn: ({ signal }) => cell.call(getResumption, { id: runID }, { signal }),
    retry: false,
    // The return move itself is an ad hoc command: keep the last answer during it.
    enabled: place !== undefined && !isPlaying && robot.kind !== 'RunningAdHocCommand',
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data, error } }) => (data?.guard || isAway(error) ? lookAgainMS : false),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['runs'] });
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: () => undefined,
      onEnd(result, reason) {
        if (result === 'Success') showNote(t('resume.back'));
        else showMotionEnd(t, result, reason);
        void queries.invalidateQueries({ queryKey: ['runs'] });
      },
      onError: showRefusal,
    }),
    [t, queries],
  );
  const motion = useHeldMotion(events);
  const giveUp = async () => {
    const isGivenUp = await command('giveUpRun', { runID });
    refresh();
    return isGivenUp;
  };
  if (!place || isPlaying || error || data?.run.id !== runID) {
    const isRefused = error !== null && !isAway(error) && place !== undefined && !isPlaying;
    return { resume: undefined, problem: isRefused ? error.message : undefined, giveUp };
  }
  const resume: Resume = {
    place,
    resumption: data,
    isStale,
    pending,
    resume: (answers, fromStepID) => void command('resumeRun', { runID, answers, fromStepID }).then(refresh),
    giveUp: () => void giveUp(),
    startReturn: (onLate) => motion.startMove({ kind: 'returnToPausePosition', payload: {} }, onLate),
    endReturn: () => motion.end(),
  };
  return { resume, problem: undefined, giveUp };
}
