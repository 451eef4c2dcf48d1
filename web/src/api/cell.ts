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

/** Whether whoever is signed in may change routines and move the arm; assumed until the cell has said. */
export function useMayAuthor(): boolean {
  return useRobot(({ admission }) => admission?.permissions.includes('connectToRobot') ?? true);
}
