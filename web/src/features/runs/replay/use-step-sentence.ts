import { type Run, resolveSpaceItems } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { cell } from '../../../api/cell.ts';
import { useCellEnvironment } from '../../../api/use-cell-environment.ts';
import { kindLabel } from '../../../ui/kind-label.ts';
import { indexSteps } from '../../../ui/step-index.ts';
import { describeStep } from '../../../ui/step-sentence.ts';

type PlayedVersion = Pick<Run, 'routineID' | 'routineVersion'>;

export const playedRoutineKey = ({ routineID, routineVersion }: PlayedVersion) => [
  'played routine',
  routineID,
  routineVersion,
];

/**
 * Says of a step, by its id, what it does, as the editor does for the version that was played. `kinds`: what the journal says
 * of steps, for as long as there is no such version.
 */
export function useStepSentence(run: PlayedVersion, kinds: ReadonlyMap<string, string>): (stepID: string) => string {
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
  return (stepID) => {
    const step = routine && indexSteps(routine.steps).get(stepID)?.step;
    if (step) return describeStep({ routine, spaceItems, cell: environment }, step);
    const kind = kinds.get(stepID);
    return kind === undefined ? '' : kindLabel(kind);
  };
}
