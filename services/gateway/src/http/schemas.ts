import { largestInt32, oneLine } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';

export const pageQuery = z.object({
  limit: z.coerce.number().int().min(1, messages.limitTooSmall).max(1000).default(100),
  offset: z.coerce.number().int().min(0, messages.offsetNegative).max(largestInt32).default(0),
});

const paginationSchema = z.object({ total: z.number(), limit: z.number(), offset: z.number() });

export const idParams = z.object({
  id: z.string().min(1, 'must not be empty').max(128).regex(oneLine, 'An id must not contain control characters'),
});
export const versionQuery = z.object({ version: z.coerce.number().int().min(1).max(largestInt32).optional() });

export const emptySchema = z.object({});

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), pagination: paginationSchema });
}
