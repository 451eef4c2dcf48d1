import * as z from 'zod';

/** The durable subject on which every change of an entity's documents is told. */
export function entitySubject(name: string): string {
  return `event.entity.${name}`;
}
export const anyEntitySubject = 'event.entity.>';

/** Documents up to this many bytes travel in their event; of a larger one the event tells only that it changed. */
export const maxEventDocumentBytes = 256 * 1024;

/** A committed change of a document. */
export const entityEventSchema = z.object({
  entity: z.string(),
  change: z.enum(['created', 'patched', 'removed']),
  id: z.string(),
  version: z.number().int(),
  /** Counts the changes of all documents of this entity, without gaps: one that is missed is noticed, one that comes twice dropped. */
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.object({ id: z.string(), name: z.string() }),
  /** As it is answered (a removed one: as it was); null when it is too large to travel. */
  document: z.record(z.string(), z.unknown()).nullable(),
});
export type EntityEvent = z.infer<typeof entityEventSchema>;
export type EntityChange = EntityEvent['change'];
