import { ProductError } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { CommandStore } from '../domain/ports.ts';
import type { PrismaClient } from './generated/client.ts';

/** Commands to devices in Postgres, by idempotency key. */
export function createCommandStore(prisma: PrismaClient): CommandStore {
  return {
    begin: (key, fingerprint, at) =>
      guardDatabase(async () => {
        const data = [{ key, fingerprint, createdAt: at }];
        const { count } = await prisma.command.createMany({ data, skipDuplicates: true });
        if (count === 1) return { state: 'new' };
        const earlier = await prisma.command.findUniqueOrThrow({ where: { key } });
        if (earlier.fingerprint !== fingerprint) {
          throw new ProductError('conflict', 'This idempotency key was used for another command. Use a new key');
        }
        return earlier.result === null ? { state: 'begun' } : { state: 'finished', result: earlier.result };
      }),
    finish: (key, result) =>
      guardDatabase(async () => {
        await prisma.command.update({ where: { key }, data: { result } });
      }),
    release: (key) =>
      guardDatabase(async () => {
        await prisma.command.deleteMany({ where: { key, result: null } });
      }),
    forgetBefore: (at) =>
      guardDatabase(async () => {
        await prisma.command.deleteMany({ where: { createdAt: { lt: at } } });
      }),
  };
}
