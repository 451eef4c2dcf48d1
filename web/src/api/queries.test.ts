// @vitest-environment happy-dom
import { ProductError } from '@cellwright/domain/basics';
import { QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createQueries, repeatEveryMS } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Observes a query that fails with the errors in turn and then returns 'answer'; counts its calls. */
function observe(...errors: readonly Error[]) {
  const calls = vi.fn(async () => {
    const error = errors[calls.mock.calls.length - 1];
    if (error) throw error;
    return 'answer';
  });
  const observer = new QueryObserver(createQueries(), { queryKey: ['routines'], queryFn: calls });
  const end = observer.subscribe(() => undefined);
  return { calls, observer, end };
}

const away = new ProductError('unavailable', 'The library service is away');
const late = new ProductError('unavailable', 'The cell did not answer within 10 s', { reason: 'late' });

describe('createQueries', () => {
  it('repeats a query while the cell is away or late, until it answers', async () => {
    const { calls, observer, end } = observe(away, late);
    await vi.advanceTimersByTimeAsync(repeatEveryMS - 1);
    expect([calls.mock.calls.length, observer.getCurrentResult().error]).toEqual([1, away]);
    await vi.advanceTimersByTimeAsync(1);
    expect([calls.mock.calls.length, observer.getCurrentResult().error]).toEqual([2, late]);
    await vi.advanceTimersByTimeAsync(repeatEveryMS);
    expect(observer.getCurrentResult().data).toBe('answer');
    await vi.advanceTimersByTimeAsync(10 * repeatEveryMS);
    expect(calls).toHaveBeenCalledTimes(3);
    end();
  });

  it('does not repeat a query that the cell refused', async () => {
    const { calls, end } = observe(new ProductError('not_found', 'There is no routine with this id'));
    await vi.advanceTimersByTimeAsync(10 * repeatEveryMS);
    expect(calls).toHaveBeenCalledTimes(1);
    end();
  });
});
