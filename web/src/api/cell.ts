import { createCellClient, createEntityClient, type EntityClient } from '@cellwright/client';
import type { EntityDefinition, EntityName } from '@cellwright/entities';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { http } from './session.ts';
import { useRobot } from './use-robot.ts';

/** Client for the documents stored in the cell. Queries of an entity have its name as the first part of their key. */
export const cell = createCellClient(http);

/** Creates the client of an entity that few screens need: its schema loads with them. */
export function createClientOf<T extends object>(entity: EntityDefinition<T>): EntityClient<T, T> {
  return createEntityClient(http, entity, entity.schema);
}

/** Returns a function that invalidates all queries of an entity. */
export function useInvalidate(): (entity: EntityName) => void {
  const queries = useQueryClient();
  return useCallback((entity) => void queries.invalidateQueries({ queryKey: [entity] }), [queries]);
}

/** True if the signed-in user or token may move the arm and run routines; true until the cell has answered. */
export function useMayOperate(): boolean {
  return useRobot(({ admission }) => admission?.permissions.includes('connectToRobot') ?? true);
}

/** True if the signed-in user or token may change stored data; true until the cell has answered. */
export function useMayAuthor(): boolean {
  return useRobot(({ admission }) => admission?.permissions.includes('author') ?? true);
}
