import { ProductError } from '@cellwright/domain/basics';

/** Returns the problem of an answer: only a result, or a refusal with a remedy, is correct. */
export async function findBadAnswer(call: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await call();
    return undefined;
  } catch (error) {
    if (!(error instanceof ProductError)) return `not an answer: ${error}`;
    if (error.code === 'internal_server_error') return `at a loss: ${error.message}`;
    return /\S/.test(error.message) ? undefined : `refused without a word: ${error.code}`;
  }
}
