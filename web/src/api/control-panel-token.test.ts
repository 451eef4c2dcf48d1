import { describe, expect, it } from 'vitest';
import { opensControlPanel, readTokenEnd } from './control-panel-token.ts';

const now = Date.parse('2026-05-01T12:00:00Z');
const in15Minutes = now / 1000 + 900;

/** Returns a token with the claims that identity signs; the signature is not checked here. */
function tokenOf(claims: unknown): string {
  return `e30.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.c2ln`;
}

describe('A control-panel token', () => {
  const token = tokenOf({ sub: 'Jürgen?>', exp: in15Minutes, permissions: { controlPanel: true } });

  it('opens the control panel until it expires', () => {
    expect(opensControlPanel(token, now)).toBe(true);
    expect(opensControlPanel(token, now + 899_999)).toBe(true);
    expect(opensControlPanel(token, now + 900_000)).toBe(false);
    expect(readTokenEnd(token)).toBe(now + 900_000);
  });

  it.each([
    ['without the permission', tokenOf({ exp: in15Minutes, permissions: {} })],
    ['with the permission switched off', tokenOf({ exp: in15Minutes, permissions: { controlPanel: false } })],
    ['with other permissions', tokenOf({ exp: in15Minutes, permissions: { connectToRobot: true } })],
    ['that never expires', tokenOf({ permissions: { controlPanel: true } })],
    ['that is no token', 'cw_secret'],
    ['that is empty', ''],
    ['whose claims are cut off', token.slice(0, 40)],
  ])('does not open the control panel with %s', (_, refused) => {
    expect(opensControlPanel(refused, now)).toBe(false);
  });
});
