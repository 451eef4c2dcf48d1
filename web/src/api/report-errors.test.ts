import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createErrorReporter } from './report-errors.ts';

let clock: VirtualClock;
let reported: string[];
beforeEach(() => {
  clock = new VirtualClock();
  reported = [];
});

describe('The error reporter', () => {
  it('reports the same error once a minute', async () => {
    const report = createErrorReporter(clock, async (text) => void reported.push(text));
    await report('No connection');
    await report('No connection');
    await report('The gripper does not answer');
    expect(reported).toEqual(['No connection', 'The gripper does not answer']);
    await clock.advance(60_000);
    await report('No connection');
    expect(reported).toHaveLength(3);
  });

  it('shortens a text to the maximum of a notification', async () => {
    const report = createErrorReporter(clock, async (text) => void reported.push(text));
    await report('x'.repeat(5000));
    expect(reported[0]).toHaveLength(2000);
  });

  it('only logs an error when it cannot be reported', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const report = createErrorReporter(clock, async () => {
      throw new Error('no cell');
    });
    await expect(report('No connection')).resolves.toBeUndefined();
    expect(warn).toHaveBeenCalledOnce();
    warn.mockRestore();
  });
});
