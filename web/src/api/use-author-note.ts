import { useMayAuthor, useMayOperate } from './cell.ts';
import { useGranters } from './use-users.ts';

/**
 * Returns the users who can grant the permission to author, for a user who may only operate; undefined for all others.
 */
export function useAuthorNote(): string | undefined {
  const mayAuthor = useMayAuthor();
  const mayOperate = useMayOperate();
  const isOperatorOnly = mayOperate && !mayAuthor;
  const granters = useGranters(isOperatorOnly);
  return isOperatorOnly ? granters : undefined;
}
