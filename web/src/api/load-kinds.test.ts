// @vitest-environment happy-dom

import { afterAll, afterEach, expect, it, vi } from 'vitest';
import { cell } from './cell.ts';
import { withKinds } from './load-kinds.ts';

// The module remembers that a screen of another file of this worker has loaded the kinds.
vi.hoisted(() => vi.resetModules());
afterAll(() => void vi.resetModules());
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

it('a screen opens after a second if the kinds of packages are not known by then', async () => {
  vi.useFakeTimers();
  vi.spyOn(cell, 'call').mockReturnValue(new Promise(() => undefined));
  const opened = vi.fn();
  const opening = withKinds(async () => 'screen').then(opened);
  await vi.advanceTimersByTimeAsync(900);
  expect(opened).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  await opening;
  expect(opened).toHaveBeenCalledWith('screen');
});
