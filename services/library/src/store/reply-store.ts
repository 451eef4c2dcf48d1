import type { Clock } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { PrismaClient } from './generated/client.ts';

/** How long the reply to a command is remembered for a repeat of it: far longer than anybody repeats. */
const memoryMS = 24 * 3_600_000;
const everyMS = 3_600_000;
const rowsAtATime = 200;
const restMS = 100;

/** Deletes some of the replies that were given before; the number deleted. */
export function forgetReplies(prisma: PrismaClient, givenBefore: Date, limit: number): Promise<number> {
  return guardDatabase(
    () =>
      prisma.$executeRaw`
      DELETE FROM "Reply" WHERE "key" IN (
        SELECT "key" FROM "Reply" WHERE "createdAt" < ${givenBefore}::timestamptz ORDER BY "createdAt" LIMIT ${limit})`,
  );
}

/** Forgets old replies every hour, a little at a time: each holds a whole document. @returns what ends it. */
export function keepRepliesFew(prisma: PrismaClient, clock: Clock, onFailure: (error: unknown) => void): () => void {
  const closing = new AbortController();
  const { signal } = closing;
  const forget = async () => {
    const before = new Date(clock.wallNow().getTime() - memoryMS);
    while ((await forgetReplies(prisma, before, rowsAtATime)) > 0) await clock.sleep(restMS, signal);
  };
  const run = async () => {
    for (;;) {
      await clock.sleep(everyMS, signal);
      await forget().catch((error: unknown) => !signal.aborted && onFailure(error));
    }
  };
  // Rejects only when it is ended.
  run().catch(() => undefined);
  return () => closing.abort();
}
