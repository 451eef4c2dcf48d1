import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { Token, TokenStore } from '../domain/tokens.ts';
import type { PrismaClient } from './generated/client.ts';

/** Tokens in Postgres; the secret itself is never here. */
export function createTokenStore(prisma: PrismaClient): TokenStore {
  return {
    insert: ({ permissions, ...token }) =>
      guardDatabase(async () => {
        const { count } = await prisma.token.createMany({
          data: [{ ...token, permissions: [...permissions] }],
          skipDuplicates: true,
        });
        return count === 1;
      }),
    findByHash: (secretHash) =>
      guardDatabase(async () => toToken(await prisma.token.findUnique({ where: { secretHash } }))),
    list: () =>
      guardDatabase(async () => {
        const rows = await prisma.token.findMany({ orderBy: { createdAt: 'desc' } });
        return rows.flatMap((row) => toToken(row) ?? []);
      }),
    revoke: (id, at) =>
      guardDatabase(async () => {
        const { count } = await prisma.token.updateMany({ where: { id, revokedAt: null }, data: { revokedAt: at } });
        return count === 1 || (await prisma.token.count({ where: { id } })) === 1;
      }),
    touch: (id, at) =>
      guardDatabase(async () => {
        await prisma.token.updateMany({ where: { id }, data: { lastUsedAt: at } });
      }),
  };
}

/** Leaves out the hash. */
function toToken(row: (Token & { secretHash: string }) | null): Token | undefined {
  if (!row) return undefined;
  const { id, name, permissions, createdAt, expiresAt, revokedAt, lastUsedAt } = row;
  return { id, name, permissions, createdAt, expiresAt, revokedAt, lastUsedAt };
}
