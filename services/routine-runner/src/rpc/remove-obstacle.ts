import { ProductError } from '@cellwright/domain/basics';
import type { RobotKind } from '@cellwright/domain/robot';
import type { ChangedScene, PlanningScenes } from '../domain/arm/planning-scenes.ts';

export interface Scenes {
  readonly scenes: PlanningScenes;
  readonly sessions: Readonly<
    Record<RobotKind, { readonly session: { readonly runs: { readonly isActive: boolean } } }>
  >;
}

/**
 * Removes an obstacle that a program added, or a box that a routine left on a pallet.
 * @throws ProductError `conflict` for a box while a routine plays, and for environment objects
 */
export async function removeObstacleOf(
  { scenes, sessions }: Scenes,
  robotKind: RobotKind,
  name: string,
): Promise<ChangedScene> {
  const box = scenes.current(robotKind).obstacles.find((obstacle) => obstacle.name === name)?.palletBox;
  if (!box) return scenes.change(robotKind, { kind: 'removeObstacle', name });
  // The routine relies on the boxes that it placed.
  if (sessions[robotKind].session.runs.isActive)
    throw new ProductError('conflict', 'A routine is running. Stop it before removing a box from its pallet');
  const { kind, spaceItemID, palletBaseID, layerIndex, boxIndex } = box;
  const match = { kind, spaceItemID, palletBaseID, layerIndex, boxIndex };
  return scenes.changeBoxes(robotKind, { action: 'hide', match }, () => name);
}
