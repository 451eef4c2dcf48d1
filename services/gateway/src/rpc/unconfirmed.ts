import { ProductError } from '@cellwright/domain';

/**
 * Makes a change at its owner. When no answer came in time, the change may have been stored: the error says how to find out.
 * @param commandKey '' for a change without an idempotency key
 * @throws ProductError
 */
export async function requireConfirmation<T>(commandKey: string, change: Promise<T>): Promise<T> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof ProductError) || !isLate(error)) throw error;
    const next =
      commandKey === ''
        ? 'Look whether it is before you try again'
        : 'Send the same request with the same Idempotency-Key: it is not stored twice, and you get its result';
    const message = `The answer did not come in time, so the change may have been stored. ${next}`;
    throw new ProductError('unavailable', message, error.details, { cause: error });
  }
}

function isLate({ code, details }: ProductError): boolean {
  const isAnswerOfGrpc = typeof details === 'object' && details !== null && 'grpcStatus' in details;
  return code === 'unavailable' && isAnswerOfGrpc && details.grpcStatus === 'DEADLINE_EXCEEDED';
}
