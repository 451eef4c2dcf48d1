// @vitest-environment happy-dom
import { openControlPanel } from '@cellwright/calls';
import { callCell } from '@cellwright/client';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { cellErrors } from '../i18n/cell-errors.ts';
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

describe('A refused request', () => {
  it('has its error in the language of the page', async () => {
    answer({ error: 'not_found', message: 'This run does not exist' }, 404);
    const translate = vi.spyOn(cellErrors, 'translate').mockReturnValue(new Error('Diesen Lauf gibt es nicht'));
    await expect(read()).rejects.toThrow('Diesen Lauf gibt es nicht');
    translate.mockRestore();
  });
});

describe('The session of an earlier visit', () => {
  /** Loads the page again: its session is unknown until the cell answers. */
  async function reload() {
    vi.resetModules();
    const { session: reloaded } = await import('./session.ts');
    return reloaded;
  }
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('continues when the cell recognises its cookie', async () => {
    answer({ subject: { id: 'user_1' } });
    const reloaded = await reload();
    expect(reloaded.isKnown).toBe(false);
    await reloaded.resume();
    expect(reloaded).toMatchObject({ isKnown: true, isSignedIn: true, userID: 'user_1' });
  });

  it('has ended when the cell refuses its cookie', async () => {
    refuse();
    const reloaded = await reload();
    await reloaded.resume();
    expect(reloaded).toMatchObject({ isKnown: true, isSignedIn: false, unansweredBecause: undefined });
  });

  it.each([
    ['does not know it', () => answer({ error: 'unavailable', message: 'The database does not answer' }, 503)],
    ['is out of reach', () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))],
  ])('remains unknown while the cell %s, and continues with its next answer', async (_, fail) => {
    fail();
    const reloaded = await reload();
    const resuming = reloaded.resume();
    await vi.advanceTimersByTimeAsync(20_000);
    await resuming;
    expect(reloaded).toMatchObject({ isKnown: false, isSignedIn: false, endedBecause: undefined });
    expect(reloaded.unansweredBecause).toBeTruthy();
    answer({ subject: { id: 'user_1' } });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(reloaded).toMatchObject({ isKnown: true, isSignedIn: true, unansweredBecause: undefined });
  });
});
