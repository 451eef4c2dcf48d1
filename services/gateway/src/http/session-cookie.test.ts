import { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { ProductError } from '@cellwright/domain/basics';
import fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import type { Authenticator } from '../domain/access-replica.ts';
import { authenticateRequests, recogniseRequests } from './authentication.ts';
import { sessionSecretOf } from './session-cookie.ts';

const secretIn = (cookie: string) => sessionSecretOf({ headers: { cookie }, socket: new Socket() });

/** Knows the sessions of Ada and of an attacker. */
const authenticator: Authenticator = {
  introduce: () => undefined,
  recognise(token) {
    if (token !== 'ada' && token !== 'mallory') throw new ProductError('authorization_required', 'Invalid token');
    return { subjectID: token, name: token, permissions: [] };
  },
  requireFresh: () => undefined,
  onChange: () => () => undefined,
};

/** Returns who may stop, and who may do everything else, with this cookie. */
async function callersOf(cookie: string) {
  const limits = { accept: () => undefined, refuse: () => undefined, beforeCheck: () => undefined };
  const app = fastify();
  app.get('/stop', { onRequest: recogniseRequests(authenticator) }, async ({ identity }) => identity?.name);
  app.get('/other', { onRequest: authenticateRequests(authenticator, limits) }, async ({ identity }) => identity?.name);
  const ask = async (url: string) => {
    const { statusCode, payload } = await app.inject({ url, headers: { cookie } });
    return statusCode === 200 ? payload : statusCode;
  };
  return { stop: await ask('/stop'), other: await ask('/other') };
}

describe('A browser to which another page at the same name has given a second session', () => {
  it('acts as nobody, because either could be the session of an attacker', async () => {
    expect(secretIn('cw_session=mallory; cw_session=ada')).toBeUndefined();
    expect((await callersOf('cw_session=mallory; cw_session=ada')).other).not.toBe('mallory');
    expect([secretIn('cw_session=ada; cw_session=ada'), secretIn('a=b; cw_session=ada')]).toEqual(['ada', 'ada']);
    expect((await callersOf('cw_session=ada')).other).toBe('ada');
  });

  it('ignores the cookie of plain HTTP over TLS: anyone who answers for this name could have set it', () => {
    const overTLS = (cookie: string) => sessionSecretOf({ headers: { cookie }, socket: new TLSSocket(new Socket()) });
    expect(overTLS('cw_session=mallory')).toBeUndefined();
    expect(overTLS('cw_session=mallory; __Host-cw_session=ada')).toBe('ada');
  });

  it('still stops the arm, by whichever is known', async () => {
    expect((await callersOf('cw_session=unknown; cw_session=ada')).stop).toBe('ada');
    expect((await callersOf('cw_session=unknown; cw_session=other')).stop).not.toBe('ada');
    const many = Array.from({ length: 7 }, (_, n) => `cw_session=unknown${n}; `).join('');
    expect((await callersOf(`${many}cw_session=ada`)).stop).toBe('ada');
  });
});
