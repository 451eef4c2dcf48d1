import { guardDatabase, storableJson } from '@cellwright/service-kit/postgres';
import type { FactStore } from '../domain/facts/fact-outbox.ts';
import type { Database } from './database.ts';

/** Facts on their way to the bus: rows of the outbox. */
export function createFactStore(db: Database, onCommitted: () => void): FactStore {
  return {
    async write(facts) {
      const rows = facts.map(({ messageID, subject, payload }) => ({
        messageId: messageID,
        subject,
        // One text that Postgres refuses would block all facts behind it, and every command that waits for its own.
        payload: storableJson(JSON.stringify(payload)),
      }));
      await guardDatabase(() =>
        db
          .insertInto('Outbox')
          .values(rows)
          .onConflict((clash) => clash.column('messageId').doNothing())
          .execute(),
      );
      onCommitted();
    },
  };
}
