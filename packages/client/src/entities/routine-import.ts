import { type ImportedRoutine, importRoutine } from '@cellwright/calls';
import { type Clock, createId } from '@cellwright/domain';
import { callCell } from '../call.ts';
import { clientClock } from '../clock.ts';
import { type Http, isWorthRetrying } from '../http.ts';

const retryDelaysMS = [500, 2000] as const;

export interface ImportOptions {
  /** Ends the wait for the answer; what the cell has stored by then stays. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Imports a routine file, JSON text. When an answer is lost, sends it again with the same key: the file is stored once, and
 * the answer is that of the first request.
 * @throws ProductError
 */
export async function importRoutineFile(
  http: Http,
  text: string,
  { signal, clock = clientClock }: ImportOptions = {},
): Promise<ImportedRoutine> {
  const idempotencyKey = createId('message');
  for (let attempt = 0; ; attempt++) {
    try {
      return await callCell(http, importRoutine, {}, { document: text, idempotencyKey, signal });
    } catch (error) {
      const delayMS = isWorthRetrying(error) ? retryDelaysMS[attempt] : undefined;
      if (delayMS === undefined || signal?.aborted) throw error;
      await clock.sleep(delayMS, signal);
    }
  }
}
