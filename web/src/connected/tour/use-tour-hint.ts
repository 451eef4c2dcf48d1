import { contractOf, isEquipmentKind } from '@cellwright/equipment/contracts';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { cell } from '../../api/cell.ts';
import { useRobot, useRunner } from '../../api/use-robot.ts';
import { useSpaceItems } from '../../api/use-space-items.ts';
import { readOpenEditor } from './open-editor.ts';
import { findShown } from './shown-element.ts';
import { readTour, type TourFacts, type TourHint } from './tour-hint.ts';
import { type TourProgress, tourStore } from './tour-progress.ts';
import { readTourRoutine, type TourRoutine } from './tour-routine.ts';

/** Interval at which the page is read, ms. */
const lookEveryMS = 250;
/** Joint angle up to which the arm is at a position, rad. */
const sameJoint = 0.03;

type CellFacts = Pick<
  TourFacts,
  'path' | 'gripperID' | 'isGripperMounted' | 'positionCount' | 'robot' | 'hasCompleted'
> & {
  readonly postures: readonly (readonly number[])[];
};

/** Returns the next action of the user, from the state of the cell and of the page; undefined until it is known. */
export function useTourHint(progress: TourProgress): TourHint | undefined {
  const facts = useCellFacts(progress.routineID);
  const runner = useRunner();
  const [hint, setHint] = useState<TourHint>();
  const read = useRef<() => TourFacts | undefined>(undefined);
  useEffect(() => {
    const { routineID } = progress;
    read.current = () => facts && { ...facts, ...progress, routineID, ...readPage(facts, runner.frame?.q) };
  });
  useEffect(() => {
    const look = () => {
      const now = read.current?.();
      // While the editor loads, its routine is unknown.
      const isLoading = now?.path.startsWith('/routines/') && now.editor === undefined;
      if (!now || isLoading) return;
      const { proved, hint: next } = readTour(now);
      tourStore.change(proved);
      setHint((last) => (JSON.stringify(last) === JSON.stringify(next) ? last : next));
    };
    look();
    const timer = setInterval(look, lookEveryMS);
    return () => clearInterval(timer);
  }, []);
  return hint;
}

function readPage({ postures }: CellFacts, joints: readonly number[] | undefined) {
  const open = readOpenEditor();
  const isAt = (posture: readonly number[]) =>
    joints?.every((angle, index) => Math.abs(angle - (posture[index] ?? angle)) <= sameJoint) ?? false;
  return {
    isAtPosition: postures.some(isAt),
    editor: open && { ...open, routine: readOnce(open.routine) },
    isShown: (selector: string) => findShown(selector) !== undefined,
  };
}

const known = new WeakMap<object, TourRoutine>();

/** Reads a routine once: routines are immutable. */
function readOnce(routine: Parameters<typeof readTourRoutine>[0]): TourRoutine {
  const found = known.get(routine) ?? readTourRoutine(routine);
  known.set(routine, found);
  return found;
}

function useCellFacts(routineID: string | undefined): CellFacts | undefined {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const { data: devices } = useQuery({
    queryKey: ['equipment'],
    queryFn: ({ signal }) => cell.equipment.find({ limit: 200 }, signal),
  });
  const { data: space } = useSpaceItems();
  const { robot, mountedID, hasCompleted } = useRobot(({ state }) => ({
    robot: readRobot(state),
    mountedID: state?.tool.equipmentID,
    hasCompleted: state?.routine?.id === routineID && state?.run?.status === 'completed',
  }));
  if (!devices || !space || robot === undefined) return undefined;
  const grippers = devices.items.filter(
    ({ config: { kind } }) => isEquipmentKind(kind) && contractOf(kind).catalogue.group === 'gripper',
  );
  const postures = space.items.flatMap((item) => (item.kind === 'singlePosition' ? item.positions : []));
  return {
    path,
    robot,
    hasCompleted,
    gripperID: grippers.findLast(({ isEnabled }) => isEnabled)?.id,
    isGripperMounted: grippers.some(({ id }) => id === mountedID),
    positionCount: postures.length,
    postures: postures.flatMap(({ jointAngles }) => (jointAngles ? [jointAngles] : [])),
  };
}

type RobotState = NonNullable<ReturnType<typeof useRunner>['status']['state']>;

function readRobot(state: RobotState | undefined): TourFacts['robot'] | undefined {
  switch (state?.kind) {
    case undefined:
      return undefined;
    case 'RoutineRunning':
      return state.isPaused ? 'paused' : 'running';
    case 'Failure':
      return 'failure';
    case 'Idle':
      return state.brakes === 'engaged' ? 'brakesOn' : 'idle';
    default:
      return 'other';
  }
}
