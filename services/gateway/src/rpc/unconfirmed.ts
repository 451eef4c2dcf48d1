import { ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';

/**
 * Sends a change to its owner. If the response was late or lost, the change may have been stored: the error explains
 * how to find out.
 * @param commandKey '' for a change without an idempotency key
 * @throws ProductError
 */
export async function requireConfirmation<T>(commandKey: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ProductError) || !mayBeStored(error)) throw error;
    const next =
      commandKey === ''
        ? 'Check before you try again'
        : 'Send the same request with the same Idempotency-Key: it is not stored twice, and you get its result';
    const what = isLate(error) ? 'No response in time' : 'The response was lost';
    const message = `${what}, so the change may have been stored. ${next}`;
    throw new ProductError('unavailable', message, error.details, { cause: error });
  }
}

const noAnswerSchema = z.union([
  z.object({ mayHaveArrived: z.literal(true) }),
  z.object({ reason: z.literal('unconfirmed') }),
]);

/**
 * True if an owner may have made the change without a response, or cannot determine whether its database contains it.
 */
function mayBeStored({ details }: ProductError): boolean {
  return noAnswerSchema.safeParse(details).success;
}

function isLate({ details }: ProductError): boolean {
  return z.object({ grpcStatus: z.literal('DEADLINE_EXCEEDED') }).safeParse(details).success;
}
