import type { RunnerClient, RunnerStatus } from '@cellwright/client';
import type { RobotKind, WirePose } from '@cellwright/domain/robot';
import { useMemo, useSyncExternalStore } from 'react';
import type { JointSource } from '../parts/arm-view/joint-source.ts';
import { paceSource } from '../ui/live/change-source.ts';
import { robots } from './robots.ts';
import { useSelected } from './use-selected.ts';

/** Returns the connection to the robot that the screens show. */
export function useRunner(): RunnerClient {
  useRobotKind();
  return robots.runner;
}

export function useRobotKind(): RobotKind {
  return useSyncExternalStore(robots.subscribe, () => robots.kind);
}

/** Returns the part of the robot's status that `select` picks; see `useSelected`. */
export function useRobot<T>(select: (status: RunnerStatus) => T): T {
  const runner = useRunner();
  return useSelected(runner.subscribe, () => select(runner.status));
}

/**
 * Returns joint angles for displayed numbers, without React renders: at most every `intervalMS`, shifted by `phaseMS`.
 */
export function usePacedJoints(intervalMS: number, phaseMS: number): JointSource {
  const source = useJointSource();
  return useMemo(() => {
    const { subscribe } = paceSource(source, { intervalMS, phaseMS });
    return {
      get joints() {
        return source.joints;
      },
      subscribe,
    };
  }, [source, intervalMS, phaseMS]);
}

/** Returns joint angles for a picture of the arm, without React renders. */
export function useJointSource(): JointSource {
  const runner = useRunner();
  return useMemo(
    () => ({
      get joints() {
        return runner.frame?.q;
      },
      subscribe: (listener: () => void) => runner.subscribeFrames(() => listener()),
    }),
    [runner],
  );
}

/** Returns the pose of the arm's base in the world. */
export function useArmBase(): WirePose | undefined {
  return useRobot(({ state }) => state?.base);
}
