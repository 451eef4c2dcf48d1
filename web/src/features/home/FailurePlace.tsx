import { resolveSpaceItems } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import { useEffect, useMemo } from 'react';
import { toolPoseOf } from '../../api/tool-pose.ts';
import { useCellEnvironment } from '../../api/use-cell-environment.ts';
import { useLoadedRoutine } from '../../api/use-loaded-routine.ts';
import { useArmBase, useRobot } from '../../api/use-robot.ts';
import type { ArmPlace } from '../../parts/arm-view/arm-view-props.ts';
import { findFailurePlace } from './failure-place.ts';
import type { KeptFailure } from './kept-failure.ts';

const nowhere: readonly ArmPlace[] = [];

interface Props {
  readonly kept: KeptFailure;
  onPlaces(places: readonly ArmPlace[]): void;
}

/** Marks the place of a failure in the picture of the arm. Renders nothing itself, and loads after the picture. */
export default function FailurePlace({ kept: { failure, joints }, onPlaces }: Props) {
  const routine = useLoadedRoutine();
  const { spaceItems } = useCellEnvironment();
  const base = useArmBase();
  const tcp = useRobot(({ state }) => state?.tool.tcp);
  const places = useMemo(() => {
    const items = resolveSpaceItems([...(routine?.space ?? []), ...(spaceItems ?? [])]);
    const poseOf = (reached: readonly number[]) => toolPoseOf(reached, tcp);
    const place = findFailurePlace(failure, { routine, items, base: base ?? identityPose, joints, poseOf });
    return place ? [place] : nowhere;
  }, [failure, joints, routine, spaceItems, base, tcp]);
  useEffect(() => {
    onPlaces(places);
    return () => onPlaces(nowhere);
  }, [onPlaces, places]);
  return null;
}
