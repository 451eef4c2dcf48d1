import type { Run } from '@cellwright/domain/run';
import { resolveSpaceItems } from '@cellwright/domain/space';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cell } from '../../api/cell.ts';
import { useCellEnvironment } from '../../api/use-cell-environment.ts';
import { kindLabel } from '../../parts/kind-label.ts';
import { indexSteps } from '../../parts/step-index.ts';
import { describeStep } from '../../parts/step-sentence.ts';

type PlayedVersion = Pick<Run, 'routineID' | 'routineVersion'>;

export const playedRoutineKey = ({ routineID, routineVersion }: PlayedVersion) => [
  'played routine',
  routineID,
  routineVersion,
];

/**
 * Describes a step like the editor does, for the version that was played; while that version is unavailable, by the
 * kind in the journal.
 */
export function useStepSentence(run: PlayedVersion): (stepID: string | null, stepKind: string | null) => string {
  const { data: routine } = useQuery({
    queryKey: playedRoutineKey(run),
    queryFn: ({ signal }) => cell.routines.get(run.routineID, { version: run.routineVersion, signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const environment = useCellEnvironment();
  const spaceItems = useMemo(
    () => resolveSpaceItems([...(routine?.space ?? []), ...environment.spaceItems]),
    [routine, environment.spaceItems],
  );
  return (stepID, stepKind) => {
    const step = routine && stepID !== null ? indexSteps(routine.steps).get(stepID)?.step : undefined;
    if (routine && step) return describeStep({ routine, spaceItems, cell: environment }, step);
    return stepKind === null ? '' : kindLabel(stepKind);
  };
}
