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

/** The cell's answer to every request. */
function answer(body: unknown, status = 200): void {
  vi.stubGlobal('fetch', async () => Response.json(body, { status }));
}

beforeEach(() => {
  vi.unstubAllGlobals();
  controlPanel.lock();
});

describe('the control panel', () => {
  it('opens by a PIN that the cell takes, and keeps the token in the session storage', async () => {
    const accessToken = good();
    answer({ accessToken, expiresAt });
    expect(controlPanel.isOpen).toBe(false);
    expect(await controlPanel.open('4711')).toBe(true);
    expect(controlPanel.isOpen).toBe(true);
    expect(sessionStorage.getItem(storageKey)).toBe(accessToken);
  });

  it('stays closed for a wrong PIN, and says what the cell says', async () => {
    answer({ error: 'forbidden', message: 'Wrong PIN' }, 403);
    await expect(controlPanel.open('0000')).rejects.toThrow('Wrong PIN');
    expect(controlPanel.isOpen).toBe(false);
  });

  it.each([0, -86_400, 26 * 365 * 86_400])('opens for 15 minutes, the clock of the cell %i s ahead', async (ahead) => {
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
  });

  it('does not keep a token that is over by the clock of this device', async () => {
    answer({ accessToken: tokenWith({ controlPanel: true }, -1), expiresAt });
    expect(await controlPanel.open('4711')).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toBeNull();
  });

  it.each([
    ['expired', () => tokenWith({ controlPanel: true }, -1)],
    ['without the permission', () => tokenWith({ account: true })],
  ])('throws a token away that is %s, and says that it closed', (_, token) => {
    sessionStorage.setItem(storageKey, token());
    controlPanel.check();
    expect(sessionStorage.getItem(storageKey)).toBeNull();
    expect(controlPanel.closedBecause).toBe('expired');
  });

  it('is closed when the token is gone from the session storage', () => {
    sessionStorage.setItem(storageKey, good());
    expect(controlPanel.isOpen).toBe(true);
    sessionStorage.removeItem(storageKey);
    expect(controlPanel.isOpen).toBe(false);
  });

  it('closes with a token that the cell refuses, and with the session', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({ error: 'authorization_required', message: 'Sign in' }, 401);
    await expect(panelCell.featureFlags.patch('1', { darkMode: true })).rejects.toThrow('Sign in');
    expect(controlPanel.isOpen).toBe(false);
    expect(controlPanel.closedBecause).toBe('refused');
    sessionStorage.setItem(storageKey, good());
    session.end('The session has ended');
    expect(controlPanel.isOpen).toBe(false);
  });

  it('is not open for whoever signs in next', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({ userID: 'user_2' });
    await session.signIn('bob', 'correct horse battery');
    expect(controlPanel.isOpen).toBe(false);
    expect(sessionStorage.getItem(storageKey)).toBeNull();
  });

  it('stays open when the page is loaded again', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({});
    await session.resume();
    expect(controlPanel.isOpen).toBe(true);
  });

  it('stays open when the cell refuses a change for another reason', async () => {
    sessionStorage.setItem(storageKey, good());
    answer({ error: 'conflict', message: 'Changed meanwhile' }, 409);
    await expect(panelCell.featureFlags.patch('1', { darkMode: true })).rejects.toThrow('Changed meanwhile');
    expect(controlPanel.isOpen).toBe(true);
  });
});
