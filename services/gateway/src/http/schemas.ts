import { largestInt32, oneLine, wholeNumberText } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import * as z from 'zod';

export const pageQuery = z.object({
  limit: wholeNumberText({ min: 1, max: 1000, below: messages.limitTooSmall }).default(100),
  offset: wholeNumberText({ min: 0, max: largestInt32, below: messages.offsetNegative }).default(0),
});

const paginationSchema = z.object({ total: z.number(), limit: z.number(), offset: z.number() });

export const idParams = z.object({
  id: z.string().min(1, 'must not be empty').max(128).regex(oneLine, 'An id must not contain control characters'),
});
export const versionQuery = z.object({ version: wholeNumberText({ min: 1, max: largestInt32 }).optional() });

export const emptySchema = z.object({});

export function listOf<T extends z.ZodType>(item: T) {
  return z.object({ items: z.array(item), pagination: paginationSchema });
}
