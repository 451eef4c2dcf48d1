import { describe, expect, it } from 'vitest';
import { statusOf } from './device-status.ts';

const on = { isEnabled: true };
const live = (status: 'initializing' | 'idle' | 'busy' | 'error', connected: boolean) => ({
  live: { status, connected },
  hasFailed: false,
});

describe('statusOf', () => {
  it('takes the word of a device that is reached', () => {
    expect(statusOf(on, live('idle', true))).toBe('idle');
    expect(statusOf(on, live('busy', true))).toBe('busy');
    expect(statusOf(on, live('error', true))).toBe('error');
  });

  it('calls a device offline that is not reached, unless it is starting', () => {
    expect(statusOf(on, live('idle', false))).toBe('offline');
    expect(statusOf(on, live('error', false))).toBe('offline');
    expect(statusOf(on, live('initializing', false))).toBe('initializing');
  });

  it('tells an answer that is missing from one that failed, and a device that is switched off from both', () => {
    expect(statusOf(on, { live: undefined, hasFailed: false })).toBe('initializing');
    expect(statusOf(on, { live: undefined, hasFailed: true })).toBe('unknown');
    expect(statusOf({ isEnabled: false }, { live: undefined, hasFailed: true })).toBe('disabled');
  });
});
