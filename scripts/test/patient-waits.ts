import { vi } from 'vitest';
import { patienceMS } from './patience.ts';

const { waitFor } = vi;

// Without a time of its own, it waits as long as `expect.poll`: the library's single second is too short on a busy machine.
vi.waitFor = (callback, options = {}) =>
  waitFor(callback, typeof options === 'number' ? options : { timeout: patienceMS, ...options });
