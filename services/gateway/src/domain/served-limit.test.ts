import { describe, expect, it } from 'vitest';
import { servedLimit } from './served-limit.ts';

describe('servedLimit', () => {
  it.each([
    ['a full page', { limit: 100, offset: 0 }, 100, 300, 100],
    ['the last page', { limit: 100, offset: 200 }, 20, 220, 100],
    ['an empty page behind the end', { limit: 100, offset: 300 }, 0, 220, 100],
    ['a page of large documents', { limit: 100, offset: 0 }, 83, 120, 83],
  ])('returns the limit of %s', (_what, query, count, total, limit) => {
    expect(servedLimit(query, count, total)).toBe(limit);
  });
});
