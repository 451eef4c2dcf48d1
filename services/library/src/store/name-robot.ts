import { anyEntity } from '@cellwright/entities';
import type { EntityTables } from '@cellwright/service-kit/entities';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import { type Kysely, sql } from 'kysely';

const entity = anyEntity('safetySettings');

/**
 * Names the robot in safety settings that were stored without one, in earlier versions too. Their version stays,
 * because the rules stay: a controller continues to use them.
 */
export async function nameRobotInSafetySettings(db: Kysely<EntityTables>, robotID: string): Promise<void> {
  const named = JSON.stringify({ robotID });
  await guardDatabase(() =>
    db.transaction().execute(async (tx) => {
      await sql`
        UPDATE "Entity" SET "body" = ("body"::jsonb || ${named}::jsonb)::text, "fields" = "fields" || ${named}::jsonb
        WHERE "entity" = ${entity.name} AND "body"::jsonb->>'robotID' IS DISTINCT FROM ${robotID}`.execute(tx);
      await sql`
        UPDATE "EntityVersion" SET "body" = ("body"::jsonb || ${named}::jsonb)::text
        WHERE "entity" = ${entity.name} AND "body"::jsonb->>'robotID' IS DISTINCT FROM ${robotID}`.execute(tx);
    }),
  );
}
