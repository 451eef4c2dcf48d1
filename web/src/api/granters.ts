import type { User } from '@cellwright/domain/cell';

const maxListLength = 3;

/** Returns the users who can grant a permission, as 'Ada, Bob, or Grace'; undefined if none is known. */
export function describeGranters(
  users: readonly Pick<User, 'name' | 'disabledBy' | 'isUserVerified' | 'permissions'>[],
  language: string,
): string | undefined {
  const able = users.filter(
    ({ permissions, disabledBy, isUserVerified }) => permissions.account && disabledBy === undefined && isUserVerified,
  );
  if (able.length === 0) return undefined;
  const names = able.slice(0, maxListLength).map(({ name }) => name);
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(names);
}
