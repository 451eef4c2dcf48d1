import { describe, expect, it } from 'vitest';
import { statusOf } from './device-status.ts';

const on = { isEnabled: true };
const live = (status: 'initializing' | 'idle' | 'busy' | 'error', connected: boolean) => ({
  live: { status, connected },
  hasFailed: false,
});

describe('statusOf', () => {
  it('returns the status of a device that is reached', () => {
    expect(statusOf(on, live('idle', true))).toBe('idle');
    expect(statusOf(on, live('busy', true))).toBe('busy');
    expect(statusOf(on, live('error', true))).toBe('error');
  });

  it('returns offline for a device that is not reached, unless it is starting', () => {
    expect(statusOf(on, live('idle', false))).toBe('offline');
    expect(statusOf(on, live('error', false))).toBe('offline');
    expect(statusOf(on, live('initializing', false))).toBe('initializing');
  });

  it('distinguishes a missing answer, a failed request and a disabled device', () => {
    expect(statusOf(on, { live: undefined, hasFailed: false })).toBe('initializing');
    expect(statusOf(on, { live: undefined, hasFailed: true })).toBe('unknown');
    expect(statusOf({ isEnabled: false }, { live: undefined, hasFailed: true })).toBe('disabled');
  });
});
