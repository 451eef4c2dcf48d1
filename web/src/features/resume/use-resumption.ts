import type { Run } from '@cellwright/domain';
import { useQuery } from '@tanstack/react-query';
import { cell } from '../../api/cell.ts';
import { listRuns } from '../../api/runs.ts';
import { useRobot, useRobotKind } from '../../api/use-robot.ts';

/** What stands in the way is looked at again after this time, ms: somebody may be putting it right. */
const lookAgainMS = 2000;

/** The robot's last run, when it did not come to its end. */
export function useUnfinishedRun(): Run | undefined {
  const robotKind = useRobotKind();
  const { data } = useQuery({
    queryKey: ['runs', robotKind, 'last'],
    queryFn: ({ signal }) => listRuns(robotKind, 1, signal),
  });
  const run = data?.[0];
  const isOver = run?.status === 'interrupted' || run?.status === 'failed' || run?.status === 'stopped';
  return isOver ? run : undefined;
}

/** How a run can be gone on with; undefined while that is not known, and where nothing is kept to do so. */
export function useResumption(runID: string) {
  const robot = useRobot(({ state }) => ({ kind: state?.kind, brakes: state?.brakes, tool: state?.tool.name }));
  const { data, isError } = useQuery({
    queryKey: ['runs', 'resumption', runID, robot],
    queryFn: ({ signal }) => cell.runs.resumption(runID, signal),
    retry: false,
    // The return move itself is such a motion: what is known before it stays.
    enabled: robot.kind !== 'RunningAdHocCommand',
    placeholderData: (before) => before,
    refetchInterval: ({ state }) => (state.data?.guard ? lookAgainMS : false),
  });
  return isError ? undefined : data;
}
