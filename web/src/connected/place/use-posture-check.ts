import { checkPosture } from '@cellwright/calls';
import type { JointAngles } from '@cellwright/domain/robot';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { cell } from '../../api/cell.ts';
import { useRobotKind } from '../../api/use-robot.ts';

/** Time without a change after which a posture is checked, ms. */
const settleMS = 80;
/** Age after which a check is repeated, since obstacles can change, ms. */
const staleAfterMS = 2000;

/** Returns what the arm would touch in a posture, as the planner sees it; while it is moved, of the posture before. */
export function usePostureCheck(joints: JointAngles | undefined) {
  const robotKind = useRobotKind();
  const [settled] = useDebouncedValue(joints, settleMS);
  return useQuery({
    queryKey: ['posture check', robotKind, settled],
    queryFn: ({ signal }) => cell.call(checkPosture, { robotKind, joints: settled ?? [0, 0, 0, 0, 0, 0] }, { signal }),
    enabled: settled !== undefined,
    placeholderData: keepPreviousData,
    staleTime: staleAfterMS,
    gcTime: 10 * staleAfterMS,
  });
}
