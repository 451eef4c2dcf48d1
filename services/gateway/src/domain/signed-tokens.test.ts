import { VirtualClock } from '@cellwright/testkit';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import { describe, expect, it } from 'vitest';
import { SignedTokens } from './signed-tokens.ts';

const lifeSeconds = 900;
const leewayMS = 30_000;

/** Creates the tokens of a gateway and their issuer; the issuer's clock is `aheadMS` ahead of the gateway's. */
async function begin(aheadMS = 0) {
  const clock = new VirtualClock();
  const { publicKey, privateKey } = await generateKeyPair('EdDSA', { extractable: true });
  const tokens = new SignedTokens(clock);
  tokens.setKeys(JSON.stringify({ keys: [{ ...(await exportJWK(publicKey)), kid: 'key_1', alg: 'EdDSA' }] }));
  const now = Math.floor((clock.wallNow().getTime() + aheadMS) / 1000);
  const token = await new SignJWT({ sid: 'session_1' })
    .setProtectedHeader({ alg: 'EdDSA', kid: 'key_1' })
    .setIssuer('cellwright')
    .setAudience('api')
    .setIssuedAt(now)
    .setExpirationTime(now + lifeSeconds)
    .sign(privateKey);
  return { clock, tokens, token };
}

describe('A signed token', () => {
  it.each([26 * 365 * 86_400_000, -3_600_000])('keeps its lifetime when the clock is set by %i ms', async (shiftMS) => {
    const { clock, tokens, token } = await begin();
    await tokens.verify(token);
    clock.shiftWall(shiftMS);
    await clock.advance(lifeSeconds * 1000);
    expect(tokens.find(token)).toMatchObject({ accessID: 'session_1' });
    await clock.advance(leewayMS);
    expect(tokens.find(token)).toBeUndefined();
  });

  it('lasts no longer than its own lifetime, even if its issuer is ahead', async () => {
    const { clock, tokens, token } = await begin(3_600_000);
    await tokens.verify(token);
    await clock.advance(lifeSeconds * 1000 + leewayMS);
    expect(tokens.find(token)).toBeUndefined();
  });

  it('passes from an issuer that is slightly behind, and fails from one that is far behind', async () => {
    const near = await begin(-lifeSeconds * 1000 - leewayMS / 2);
    await near.tokens.verify(near.token);
    expect(near.tokens.find(near.token)).toBeDefined();
    const far = await begin(-lifeSeconds * 1000 - 2 * leewayMS);
    await expect(far.tokens.verify(far.token)).rejects.toMatchObject({ code: 'authorization_required' });
  });
});
