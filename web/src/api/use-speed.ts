import { useMayOperate } from './cell.ts';
import { useCommand } from './use-command.ts';
import { useRobot } from './use-robot.ts';

/** Returns the overall speed, the speed of a test run, and functions that change them. */
export function useSpeed() {
  const { command } = useCommand();
  const mayOperate = useMayOperate();
  const { override, testRun, isStale } = useRobot(({ state, isStale }) => ({
    override: state?.speedRestrictionPercentage,
    testRun: state?.testRunSpeed ?? null,
    isStale,
  }));
  return {
    /** Percent; undefined until the robot has sent it. */
    percent: override === undefined ? undefined : Math.round(override * 100),
    /** Percent of a test run; null outside one. */
    testRunPercent: testRun === null ? null : Math.round(testRun * 100),
    isDisabled: isStale || !mayOperate,
    onChange: (percent: number) => void command('setSpeedRestrictionPercentage', { value: percent / 100 }),
    onEndTestRun: () => void command('setTestRunSpeed', { value: null }),
  };
}
