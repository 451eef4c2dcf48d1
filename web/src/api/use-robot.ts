import type { RunnerClient, RunnerStatus } from '@cellwright/client';
import type { RobotKind, WirePose } from '@cellwright/domain';
import { useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { JointSource } from '../ui/arm-view/joint-source.ts';
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

/** Joint angles, rad, at most every `intervalMS`: numbers that people read need no 30 a second. */
export function useJoints(intervalMS = 100): readonly number[] | undefined {
  const runner = useRunner();
  const [joints, setJoints] = useState(runner.frame?.q);
  useEffect(() => {
    let shownAt = Number.NEGATIVE_INFINITY;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const show = () => {
      timer = undefined;
      shownAt = performance.now();
      setJoints(runner.frame?.q);
    };
    show();
    const unsubscribe = runner.subscribeFrames(() => {
      const wait = shownAt + intervalMS - performance.now();
      if (wait <= 0) show();
      else timer ??= setTimeout(show, wait);
    });
    return () => {
      unsubscribe();
      clearTimeout(timer);
    };
  }, [runner, intervalMS]);
  return joints;
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
