import { cancelImport, type ImportedRoutine, importRoutine } from '@cellwright/calls';
import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import { callCell } from '../call.ts';
import { clientClock } from '../clock.ts';
import { type Http, isWorthRetrying } from '../http.ts';

const retryDelaysMS = [500, 2000] as const;
/** Interval between cancel requests while the import has no result: a cancel may have overtaken the file, ms. */
const cancelAgainMS = 500;

export interface ImportOptions {
  /** Asks the cell to end the import. Its result still comes: the routine if it was stored by then, else a refusal. */
  readonly signal?: AbortSignal | undefined;
  readonly clock?: Clock;
}

/**
 * Imports a routine file, JSON text. When an answer is lost, sends it again with the same key: the file is stored once, and
 * the answer is that of the first request.
 * @throws ProductError; one for which `isCancelledImport` is true after a cancel, when nothing was stored.
 */
export async function importRoutineFile(
  http: Http,
  text: string,
  { signal, clock = clientClock }: ImportOptions = {},
): Promise<ImportedRoutine> {
  const idempotencyKey = createId('message');
  const ended = new AbortController();
  const cancel = () =>
    void cancelUntil(ended.signal, () => callCell(http, cancelImport, { key: idempotencyKey }), clock);
  if (signal?.aborted) throw new ProductError('conflict', 'The import was cancelled before it started', cancelled);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    for (let attempt = 0; ; attempt++) {
      try {
        return await callCell(http, importRoutine, {}, { document: text, idempotencyKey });
      } catch (error) {
        const delayMS = isWorthRetrying(error) ? retryDelaysMS[attempt] : undefined;
        if (delayMS === undefined) throw error;
        await clock.sleep(delayMS);
      }
    }
  } finally {
    ended.abort();
    signal?.removeEventListener('abort', cancel);
  }
}

const cancelled = { reason: 'cancelled' } as const;

/** True if an import was cancelled before anything was stored. */
export function isCancelledImport(error: unknown): boolean {
  if (!(error instanceof ProductError)) return false;
  const { details } = error;
  return typeof details === 'object' && details !== null && 'reason' in details && details.reason === cancelled.reason;
}

async function cancelUntil(ended: AbortSignal, ask: () => Promise<unknown>, clock: Clock): Promise<void> {
  while (!ended.aborted) {
    // The import itself shows whether the cell answers.
    await ask().catch(() => undefined);
    // Rejects only when the import has ended, which the loop detects.
    await clock.sleep(cancelAgainMS, ended).catch(() => undefined);
  }
}
