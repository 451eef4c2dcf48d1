import { getResumption } from '@cellwright/calls';
import { type BrakesState, type EffectAnswer, ProductError, type Resumption, type Run } from '@cellwright/domain';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { showError, showNote } from '../ui/toasts.ts';
import { cell } from './cell.ts';
import { tellEnd } from './hand-motion/hand-motion-words.ts';
import type { HeldMotionEvents } from './hand-motion/held-motion.ts';
import { useHeldMotion } from './hand-motion/use-held-motion.ts';
import { listRuns } from './runs.ts';
import { useCommand } from './use-command.ts';
import { useRobot, useRobotKind } from './use-robot.ts';

/** What stands in the way is looked at again after this time, ms: somebody may be putting it right. */
const lookAgainMS = 2000;

/** What went down with the run may take a moment to be back: nothing else would have the page ask again. */
function isAway(error: Error | null): boolean {
  return error instanceof ProductError && error.code === 'unavailable';
}

/** The robot's last run, when it did not come to its end. */
export function useUnfinishedRun(): Run | undefined {
  const robotKind = useRobotKind();
  const { data } = useQuery({
    queryKey: ['runs', robotKind, 'last'],
    queryFn: ({ signal }) => listRuns(robotKind, 1, signal),
    refetchInterval: ({ state: { error } }) => (isAway(error) ? lookAgainMS : false),
  });
  const run = data?.[0];
  const isOver = run?.status === 'interrupted' || run?.status === 'failed' || run?.status === 'stopped';
  return isOver ? run : undefined;
}

/** How a run can be gone on with, and what leads there. */
export interface Resume {
  readonly resumption: Resumption;
  /** Engaged, and nothing else in the way of releasing them. */
  readonly hasBrakesOn: boolean;
  readonly isStale: boolean;
  readonly pending: string | undefined;
  setBrakes(state: BrakesState): void;
  resume(answers: EffectAnswer[], fromStepID?: string): void;
  giveUp(): void;
  /** Takes the arm back to where it was, until `endReturn`, or `onLate` is called. */
  startReturn(onLate: () => void): void;
  endReturn(): void;
}

/** Undefined while it is not known, and where nothing is kept to go on with the run. */
export function useResume(run: Run | undefined): Resume | undefined {
  const { t } = useTranslation();
  const queries = useQueryClient();
  const { command, pending } = useCommand();
  const isStale = useRobot((status) => status.isStale);
  const robot = useRobot(({ state }) => ({ kind: state?.kind, brakes: state?.brakes, tool: state?.tool.name }));
  const runID = run?.id ?? '';
  const { data, isError } = useQuery({
    queryKey: ['runs', 'resumption', runID, robot],
    queryFn: ({ signal }) => cell.call(getResumption, { id: runID }, { signal }),
    retry: false,
    // The return move itself is such a motion: what is known before it stays.
    enabled: run !== undefined && robot.kind !== 'RunningAdHocCommand',
    placeholderData: (before) => before,
    refetchInterval: ({ state: { data, error } }) => (data?.guard || isAway(error) ? lookAgainMS : false),
  });
  const refresh = () => void queries.invalidateQueries({ queryKey: ['runs'] });
  const events = useMemo<HeldMotionEvents>(
    () => ({
      onHeldBy: () => undefined,
      onEnd(result, reason) {
        if (result === 'Success') showNote(t('resume.back'));
        else tellEnd(t, result, reason);
        void queries.invalidateQueries({ queryKey: ['runs'] });
      },
      onError: showError,
    }),
    [t, queries],
  );
  const motion = useHeldMotion(events);
  if (isError || data?.run.id !== runID) return undefined;
  return {
    resumption: data,
    hasBrakesOn: robot.kind === 'Idle' && robot.brakes === 'engaged',
    isStale,
    pending,
    setBrakes: (state) => void command('setBrakes', { state }),
    resume: (answers, fromStepID) => void command('resumeRun', { runID, answers, fromStepID }).then(refresh),
    giveUp: () => void command('giveUpRun', { runID }).then(refresh),
    startReturn: (onLate) => motion.startMove({ kind: 'returnToPausePosition', payload: {} }, onLate),
    endReturn: () => motion.end(),
  };
}
