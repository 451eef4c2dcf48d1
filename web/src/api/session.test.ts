// @vitest-environment happy-dom
import { openControlPanel } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { http, session } from './session.ts';

/** Answers every request from now on with this response. */
function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
}
const refuse = () => answer({ error: 'authorization_required', message: 'The session has ended' }, 401);
const read = () => http.request('GET', '/api/v1/cell/robots', { schema: z.unknown() });

beforeEach(async () => {
  answer({ userID: 'user_1' });
  await session.signIn('ada', 'correct horse battery');
});
afterEach(() => {
  session.end('');
  vi.unstubAllGlobals();
});

describe('The session', () => {
  it.each(['GET', 'POST'] as const)('ends when the cell does not recognise it at a %s', async (method) => {
    refuse();
    await expect(http.request(method, '/api/v1/cell/robots', { schema: z.unknown() })).rejects.toThrow('ended');
    expect(session.isSignedIn).toBe(false);
    expect(session.endedBecause).toBe('The session has ended');
  });

  it('continues when the control panel refuses a token', async () => {
    refuse();
    await expect(callCell(http, openControlPanel, { pin: '4711' })).rejects.toThrow('ended');
    expect(session.isSignedIn).toBe(true);
  });

  it.each([
    [403, 'forbidden'],
    [404, 'not_found'],
  ])('continues after the refusal %s', async (status, error) => {
    answer({ error, message: 'No' }, status);
    await expect(read()).rejects.toThrow('No');
    expect(session.isSignedIn).toBe(true);
  });
});
