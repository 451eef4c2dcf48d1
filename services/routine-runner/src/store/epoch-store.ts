import type { RobotKind } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { EpochStore } from '../domain/stop-epochs.ts';
import type { PrismaClient } from './generated/client.ts';

/** The reserved stop epochs of one robot. */
export function createEpochStore(prisma: PrismaClient, robotKind: RobotKind): EpochStore {
  return {
    load: () =>
      guardDatabase(async () => {
        const row = await prisma.stopEpoch.findUnique({ where: { robotKind } });
        return Number(row?.reservedTo ?? 0n);
      }),
    reserve: (ceiling) =>
      guardDatabase(async () => {
        const reservedTo = BigInt(ceiling);
        await prisma.stopEpoch.createMany({ data: [{ robotKind, reservedTo }], skipDuplicates: true });
        // Never lowers what another writer has reserved.
        await prisma.stopEpoch.updateMany({
          where: { robotKind, reservedTo: { lt: reservedTo } },
          data: { reservedTo },
        });
      }),
  };
}
