import { type Clock, createId, problemSchema } from '@cellwright/domain';
import * as z from 'zod';
import { clientClock } from '../clock.ts';
import { type Http, isWorthRetrying } from '../http.ts';

/** A little longer than the cell itself waits for its store, ms. */
const deadlineMS = 65_000;
const retryDelaysMS = [500, 2000] as const;

const importedSchema = z.object({
  routineID: z.string(),
  version: z.number(),
  created: z.boolean(),
  remappedIds: z.record(z.string(), z.string()),
  missing: z.array(z.string()),
  problems: z.array(problemSchema),
});
/** What became of a routine file. */
export type ImportedRoutine = z.infer<typeof importedSchema>;

export interface ImportOptions {
  /** Ends the wait for the answer; what the cell has stored by then stays. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Imports a routine file, JSON text. When an answer is lost, asks again with the same key: the file is stored once, and the
 * answer is that of the first request.
 * @throws ProductError
 */
export async function importRoutineFile(
  http: Http,
  text: string,
  { signal, clock = clientClock }: ImportOptions = {},
): Promise<ImportedRoutine> {
  const idempotencyKey = createId('message');
  const options = { schema: importedSchema, body: text, idempotencyKey, deadlineMS, ...(signal && { signal }) };
  for (let attempt = 0; ; attempt++) {
    try {
      return await http.request('POST', '/api/v1/cell/routines/import', options);
    } catch (error) {
      const delayMS = isWorthRetrying(error) ? retryDelaysMS[attempt] : undefined;
      if (delayMS === undefined || signal?.aborted) throw error;
      await clock.sleep(delayMS, signal);
    }
  }
}
