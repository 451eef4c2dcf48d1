import * as z from 'zod';

/** Returns the durable subject for change events of an entity's documents. */
export function entitySubject(name: string): string {
  return `event.entity.${name}`;
}
export const anyEntitySubject = 'event.entity.>';

/** Maximum size of a document in its event; a larger one is announced without the document. */
export const maxEventDocumentBytes = 256 * 1024;

/** A committed change of a document. */
export const entityEventSchema = z.object({
  entity: z.string(),
  change: z.enum(['created', 'patched', 'removed']),
  id: z.string(),
  version: z.number().int(),
  /**
   * Counts the changes of all documents of this entity, without gaps: a missed event is detected and a duplicate
   * dropped.
   */
  revision: z.number().int(),
  at: z.iso.datetime(),
  by: z.object({ id: z.string(), name: z.string() }),
  /** The document as returned to clients (a removed one in its last state); null when it is too large for an event. */
  document: z.record(z.string(), z.unknown()).nullable(),
});
export type EntityEvent = z.infer<typeof entityEventSchema>;
export type EntityChange = EntityEvent['change'];
