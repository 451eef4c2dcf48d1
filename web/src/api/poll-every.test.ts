import { ProductError } from '@cellwright/domain/basics';
import { describe, expect, it } from 'vitest';
import { pollEvery } from './poll-every.ts';

describe('pollEvery', () => {
  const intervalAfter = (error: Error | null) => pollEvery(1000)({ state: { error } });

  it('keeps the interval while the query is answered', () => {
    expect(intervalAfter(null)).toBe(1000);
  });

  it('polls five times less often while the query fails', () => {
    expect(intervalAfter(new ProductError('unavailable', 'The service is starting'))).toBe(5000);
    expect(intervalAfter(new TypeError('Failed to fetch'))).toBe(5000);
  });

  it('polls twice a minute while the user lacks the permission', () => {
    expect(intervalAfter(new ProductError('forbidden', 'This needs a permission'))).toBe(30_000);
  });
});
