import { obstaclesOf, type ShownScene, type SpaceItem, spaceFileURL } from '@cellwright/domain/space';
import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readPlanningScene } from '../../api/planning-scene.ts';
import { pollEvery } from '../../api/poll-every.ts';
import { cornersOfStl, readMesh } from '../../api/space-files.ts';
import { useArmBase, useRobotKind } from '../../api/use-robot.ts';
import type { ArmSolid, SolidShape } from '../../parts/arm-view/arm-view-props.ts';
import { palletSolids } from '../../parts/space-items/pallet-solids.ts';

/** Polling interval of the obstacles that programs added, ms. */
const askEveryMS = 4000;

export type ProgramObstacle = ShownScene['obstacles'][number];

/**
 * Returns the obstacles that programs added to the planner. Those of space items come with the items, boxes with what
 * steps show.
 */
export function useProgramObstacles(): readonly ProgramObstacle[] {
  const robotKind = useRobotKind();
  const { data } = useQuery({
    queryKey: ['planningScene', robotKind],
    queryFn: ({ signal }) => readPlanningScene(robotKind, signal),
    refetchInterval: pollEvery(askEveryMS),
  });
  return useMemo(
    () =>
      data?.obstacles.filter(({ spaceItemID, palletBox }) => spaceItemID === undefined && palletBox === undefined) ??
      [],
    [data],
  );
}

/**
 * Returns the obstacles around the arm as they are drawn: the objects among the items, and those that programs added with
 * loose parts.
 */
export function useSolids(
  items: readonly SpaceItem[],
  programs: readonly ProgramObstacle[],
  chosenID: string | undefined,
): readonly ArmSolid[] {
  const objects = useMemo(() => obstaclesOf(items), [items]);
  const base = useArmBase();
  const pallets = useMemo(() => palletSolids(items, chosenID, base), [items, chosenID, base]);
  const fileIDs = useMemo(
    () => [...new Set(objects.flatMap(({ shape }) => (shape.kind === 'file' ? [shape.fileID] : [])))],
    [objects],
  );
  const meshes = useQueries({
    queries: fileIDs.map((id) => ({
      queryKey: ['spaceFiles', 'mesh', id],
      queryFn: ({ signal }: { signal: AbortSignal }) => readMesh(spaceFileURL(id), signal),
      // A file never changes.
      staleTime: Number.POSITIVE_INFINITY,
    })),
    combine: (results) => results.map(({ data }) => data),
  });
  return useMemo(() => {
    const cornersOf = new Map(fileIDs.map((id, at) => [id, meshes[at]]));
    const own = objects.flatMap(({ spaceItemID, shape, pose }): ArmSolid[] => {
      const corners = shape.kind === 'file' ? cornersOf.get(shape.fileID) : undefined;
      const drawn: SolidShape | undefined =
        shape.kind !== 'file' ? shape : corners && { kind: 'mesh', corners, scale: shape.scale };
      return drawn ? [{ id: spaceItemID, shape: drawn, pose, isChosen: spaceItemID === chosenID }] : [];
    });
    const added = programs.flatMap(({ name, shape, pose, isLoose, color }): ArmSolid[] => {
      const id = programID(name);
      if (shape.kind === 'file') return [];
      const drawn: SolidShape =
        shape.kind === 'mesh' ? { kind: 'mesh', corners: cornersOfStl(shape.stl), scale: shape.scale ?? 1 } : shape;
      return [{ id, shape: drawn, pose, isLoose, color, isChosen: id === chosenID }];
    });
    return [...own, ...added, ...pallets];
  }, [objects, programs, chosenID, fileIDs, meshes, pallets]);
}

/** Returns an id that differs from the ids of all items. */
export function programID(name: string): string {
  return `program/${name}`;
}
