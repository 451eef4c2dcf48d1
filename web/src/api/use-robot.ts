import type { RunnerClient, RunnerStatus } from '@cellwright/client';
import type { RobotKind, WirePose } from '@cellwright/domain';
import { useMemo, useSyncExternalStore } from 'react';
import type { JointSource } from '../parts/arm-view/joint-source.ts';
import { paceSource } from '../ui/live/change-source.ts';
import { robots } from './robots.ts';
import { useSelected } from './use-selected.ts';

/** The connection to the robot that the screens show. */
export function useRunner(): RunnerClient {
  useRobotKind();
  return robots.runner;
}

export function useRobotKind(): RobotKind {
  return useSyncExternalStore(robots.subscribe, () => robots.kind);
}

/** What `select` takes from the robot's status; see `useSelected`. */
export function useRobot<T>(select: (status: RunnerStatus) => T): T {
  const runner = useRunner();
  return useSelected(runner.subscribe, () => select(runner.status));
}

/** Joint angles for numbers that people read: past React, every `intervalMS` at most, `phaseMS` into it. */
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

/** Joint angles for a picture of the arm, past React. */
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

/** Where the base of the arm is in the world. */
export function useArmBase(): WirePose | undefined {
  return useRobot(({ state }) => state?.base);
}
