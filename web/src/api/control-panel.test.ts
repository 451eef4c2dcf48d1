// @vitest-environment happy-dom
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { controlPanel, panelCell } from './control-panel.ts';
import { session } from './session.ts';

const storageKey = 'cellwright.controlPanelToken';
const tokenWith = (permissions: object, seconds = 900) => {
  const claims = { exp: Date.now() / 1000 + seconds, permissions };
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
};
const expiresAt = '2026-01-01T00:15:00.000Z';
const good = () => tokenWith({ controlPanel: true });

/** Answers every request with this response. */
function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
}

beforeEach(() => {
  vi.unstubAllGlobals();
  controlPanel.lock();
});

describe('The control panel', () => {
  it('opens with a PIN that the cell accepts, and keeps the token in the session storage', async () => {
    const accessToken = good();
    answer({ accessToken, expiresAt });
    expect(controlPanel.isOpen).toBe(false);
    expect(await controlPanel.open('4711')).toBe(true);
    expect(controlPanel.isOpen).toBe(true);
    expect(sessionStorage.getItem(storageKey)).toBe(accessToken);
  });

  it('stays closed after a wrong PIN, and passes on the message of the cell', async () => {
    answer({ error: 'forbidden', message: 'Wrong PIN' }, 403);
    await expect(controlPanel.open('0000')).rejects.toThrow('Wrong PIN');
    expect(controlPanel.isOpen).toBe(false);
  });

  it.each([0, -86_400, 26 * 365 * 86_400])(
    'stays open for 15 minutes when the clock of the cell is %i s ahead',
    async (ahead) => {
      vi.useFakeTimers();
      const iat = Date.now() / 1000 + ahead;
      const claims = { iat, exp: iat + 900, permissions: { controlPanel: true } };
      const accessToken = `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2lnbmF0dXJlIG9mIGl0`;
      answer({ accessToken, expiresAt });
      expect(await controlPanel.open('4711')).toBe(true);
      expect(controlPanel.openUntil).toBe(Date.now() + 900_000);
      vi.advanceTimersByTime(899_000);
      expect(controlPanel.isOpen).toBe(true);
      vi.advanceTimersByTime(1000);
      controlPanel.check();
      expect(controlPanel.isOpen).toBe(false);
      vi.useRealTimers();
    },
  );

  it('does not keep a token that has expired by the clock of this device', async () => {
    answer({ accessToken: tokenWith({ controlPanel: true }, -1), expiresAt });
    expect(await controlPanel.open('4711')).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toBeNull();
  });

  it.each([
    ['expired', () => tokenWith({ controlPanel: true }, -1)],
    ['without the permission', () => tokenWith({ account: true })],
  ])('discards a token that is %s, and reports that it closed', (_, token) => {
    sessionStorage.setItem(storageKey, token());
    controlPanel.check();
    expect(sessionStorage.getItem(storageKey)).toBeNull();
    expect(controlPanel.closedBecause).toBe('expired');
  });

  it('closes when the token is gone from the session storage', () => {
    sessionStorage.setItem(storageKey, good());
    expect(controlPanel.isOpen).toBe(true);
    sessionStorage.removeItem(storageKey);
    expect(controlPanel.isOpen).toBe(false);
  });

  it('closes when the cell refuses the token, and when the session ends', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({ error: 'authorization_required', message: 'Sign in' }, 401);
    await expect(panelCell.featureFlags.patch('1', { darkMode: true })).rejects.toThrow('Sign in');
    expect(controlPanel.isOpen).toBe(false);
    expect(controlPanel.closedBecause).toBe('refused');
    sessionStorage.setItem(storageKey, good());
    session.end('The session has ended');
    expect(controlPanel.isOpen).toBe(false);
  });

  it('does not stay open for the next user who signs in', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({ userID: 'user_2' });
    await session.signIn('bob', 'correct horse battery');
    expect(controlPanel.isOpen).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toBeNull();
  });

  it('stays open when the page is reloaded', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({});
    vi.resetModules();
    const reloaded = { ...(await import('./session.ts')), ...(await import('./control-panel.ts')) };
    await reloaded.session.resume();
    expect(reloaded.session.isSignedIn).toBe(true);
    expect(reloaded.controlPanel.isOpen).toBe(true);
  });

  it('stays open when the cell refuses a change for another reason', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({ error: 'conflict', message: 'Changed meanwhile' }, 409);
    await expect(panelCell.featureFlags.patch('1', { darkMode: true })).rejects.toThrow('Changed meanwhile');
    expect(controlPanel.isOpen).toBe(true);
  });
});
