import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { requireConfirmation } from './unconfirmed.ts';

const failing = (details: object) => Promise.reject(new ProductError('unavailable', 'No answer', details));
const late = { grpcStatus: 'DEADLINE_EXCEEDED', mayHaveArrived: true };
const neverSent = { grpcStatus: 'UNAVAILABLE' };

describe('A change without a response in time', () => {
  it('has an error that reports a possible save, with instructions', async () => {
    await expect(requireConfirmation('key', failing(late))).rejects.toMatchObject({
      code: 'unavailable',
      message:
        'No response in time, so the change may have been stored. Send the same request with the same Idempotency-Key: it is not stored twice, and you get its result',
    });
    await expect(requireConfirmation('', failing(late))).rejects.toMatchObject({
      message: 'No response in time, so the change may have been stored. Check before you try again',
    });
  });

  it.each([{ grpcStatus: 'UNAVAILABLE', mayHaveArrived: true }, { reason: 'unconfirmed' }])(
    'counts as possibly stored when the response was lost: %j',
    async (details) => {
      const sameKey = expect.stringMatching(/^The response was lost, .* with the same Idempotency-Key/);
      await expect(requireConfirmation('key', failing(details))).rejects.toMatchObject({ message: sameKey, details });
      const message = expect.stringContaining('may have been stored. Check before');
      await expect(requireConfirmation('', failing(details))).rejects.toMatchObject({ message });
    },
  );

  it('can be repeated if it was never sent', async () => {
    await expect(requireConfirmation('key', failing(neverSent))).rejects.toMatchObject({ message: 'No answer' });
  });

  it('differs from a rejection by its owner', async () => {
    await expect(requireConfirmation('key', failing({}))).rejects.toMatchObject({ message: 'No answer' });
    expect(await requireConfirmation('key', Promise.resolve(1))).toBe(1);
  });
});
