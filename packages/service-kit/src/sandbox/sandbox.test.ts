import { afterEach, expect, it, vi } from 'vitest';
import { loadSandboxes } from './sandbox.ts';

const sandboxes = await loadSandboxes({ memoryBytes: 16 * 1024 * 1024 });
afterEach(() => void vi.restoreAllMocks());

/** Simulates the clock of a busy machine: a long time passes between any two reads. */
function starve(): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    now += 60;
    return now;
  });
}

function evaluate(source: string): unknown {
  const { context, allow } = sandboxes.open();
  allow(50);
  const result = context.evalCode(source);
  return result.error ? 'interrupted' : result.value.consume((value): unknown => context.dump(value));
}

it('a script on a busy machine is not blamed for the time of others', () => {
  starve();
  expect(evaluate('let sum = 0; for (let i = 0; i < 30000; i++) sum += i; sum')).toBe(449_985_000);
});

it('an endless script is interrupted anyway', () => {
  starve();
  expect(evaluate('for (;;) {}')).toBe('interrupted');
});
