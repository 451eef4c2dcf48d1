import { largestInt32, ProductError, wholeNumberText } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';

const numberText = wholeNumberText({ min: Number.MIN_SAFE_INTEGER, max: Number.MAX_SAFE_INTEGER });

/** Schema of `limit` and `offset` with the errors of this API; checked by `pageOf`, which has the code. */
export const pageQuery = z.object({
  limit: numberText.optional().describe('1 or more; default 100'),
  offset: numberText.optional().describe('0 or more; default 0'),
});

/** @throws ProductError invalid_parameters */
export function pageOf({ limit = 100, offset = 0 }: z.infer<typeof pageQuery>) {
  if (limit <= 0) throw new ProductError('invalid_parameters', messages.limitTooSmall);
  if (offset < 0) throw new ProductError('invalid_parameters', messages.offsetNegative);
  return { limit, offset: Math.min(offset, largestInt32) };
}

/** Schema of a page; `total` is the number of items on it, as existing programs expect. */
export function pageAnswer<T extends z.ZodType>(item: T) {
  return z.object({
    items: z.array(item),
    pagination: z.object({ total: z.number(), limit: z.number(), offset: z.number() }),
  });
}

export function pageWith<T>(items: T[], query: z.infer<typeof pageQuery>) {
  const { limit = 100, offset = 0 } = query;
  return { items, pagination: { total: items.length, limit, offset } };
}

/** Accepts true or false in any case, or 1 or 0. */
export const flagQuery = z.stringbool({ truthy: ['true', '1'], falsy: ['false', '0'] });
