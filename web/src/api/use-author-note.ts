import { useMayAuthor, useMayOperate } from './cell.ts';
import { useGranters } from './use-users.ts';

/** Users who can grant the permission to author, for a user who may operate only; undefined for everyone else. */
export function useAuthorNote(): string | undefined {
  const mayAuthor = useMayAuthor();
  const mayOperate = useMayOperate();
  const isOperatorOnly = mayOperate && !mayAuthor;
  const granters = useGranters(isOperatorOnly);
  return isOperatorOnly ? granters : undefined;
}
