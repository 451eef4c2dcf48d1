import { createKinematics, defaultArm } from '@cellwright/arm';
import { useMemo } from 'react';
import { useArmModel } from '../../../api/arm-model.ts';
import { useRobot } from '../../../api/use-robot.ts';

/** Assumed maximum length of a tool that is mounted later, m. */
const otherToolMeters = 0.5;

/** Returns the distance from the base that no tool of the arm exceeds, m. */
export function useReach(): number {
  const model = useArmModel() ?? defaultArm;
  const armMeters = useMemo(() => {
    const { reach, shoulder } = createKinematics(model);
    return reach + Math.hypot(...shoulder);
  }, [model]);
  const toolMeters = useRobot(({ state }) => {
    const { x = 0, y = 0, z = 0 } = state?.tool.tcp ?? {};
    return Math.hypot(x, y, z);
  });
  return armMeters + Math.max(toolMeters, otherToolMeters);
}
