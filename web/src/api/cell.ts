import { createCellClient } from '@cellwright/client';
import type { EntityName } from '@cellwright/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { http } from './session.ts';
import { useRobot } from './use-robot.ts';

/** What is stored in the cell. Queries of an entity have its name as the first part of their key. */
export const cell = createCellClient(http);

/** Makes every shown list and view of an entity old; they are asked for anew. */
export function useNoteChange(): (entity: EntityName) => void {
  const queries = useQueryClient();
  return useCallback((entity) => void queries.invalidateQueries({ queryKey: [entity] }), [queries]);
}

/** True if the signed-in user or token may move the arm and run routines; assumed until the cell has answered. */
export function useMayOperate(): boolean {
  return useRobot(({ admission }) => admission?.permissions.includes('connectToRobot') ?? true);
}

/** True if the signed-in user or token may change what the cell stores; assumed until the cell has answered. */
export function useMayAuthor(): boolean {
  return useRobot(({ admission }) => admission?.permissions.includes('author') ?? true);
}
