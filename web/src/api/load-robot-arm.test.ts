// @vitest-environment happy-dom
import { largeArm, writeUrdf } from '@cellwright/arm';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { armModel } from './arm-model.ts';
import { followRobotArm } from './load-robot-arm.ts';
import { session } from './session.ts';

function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
}

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  session.end('');
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('The arm of the cell', () => {
  it('comes from another request if the first was not answered, so that no cell is drawn with the default arm', async () => {
    answer({ userID: 'user_1' });
    await session.signIn('ada', 'correct horse battery');
    answer({ error: 'unavailable', message: 'The library does not answer' }, 503);
    followRobotArm();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(armModel.current).toBeUndefined();
    answer({ name: largeArm.name, urdf: writeUrdf(largeArm) });
    await vi.advanceTimersByTimeAsync(10_000);
    // The kinematics are loaded first, which takes as long as the machine needs.
    await vi.waitFor(() => expect(armModel.current).toBe(largeArm), { timeout: 20_000 });
  });
});
