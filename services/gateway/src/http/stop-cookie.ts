import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { type Clock, noPerson, signedOutScreen as screen } from '@cellwright/domain';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../domain/identity.ts';
import { isSecure, readCookie } from './session-cookie.ts';

const cookieName = 'cw_stop';
/** Sent with stops and the question whether a robot moves, and with nothing else. */
const cookiePath = '/api/v1/cell/robots';
/** A shift and the way home: for so long a screen can stop the robots after its session has ended, ms. */
const validMS = 12 * 3_600_000;

/** Caller of a stop by this cookie, for the audit log. */
export const signedOutScreen: Identity = {
  ...screen,
  ...{ permissions: [], proof: { ...noPerson, standIn: 'signedOutScreen' } },
};

/**
 * Cookies that let a browser stop the robots after its session has ended. A cookie holds its end (ms since 1970) and a MAC of it,
 * so that gateways with the same secret know each other's cookies without a store.
 */
export class StopCookies {
  private readonly key: Uint8Array;
  private readonly clock: Clock;

  constructor(secret: string, clock: Clock) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'stop cookie', 32));
    this.clock = clock;
  }

  /** Gives a browser that is signed in a cookie. Returns how long it is valid, ms. */
  give(reply: FastifyReply): number {
    const end = String(this.clock.wallNow().getTime() + validMS);
    const secure = isSecure(reply.request) ? '; Secure' : '';
    const attributes = `Path=${cookiePath}; HttpOnly; SameSite=Strict; Max-Age=${validMS / 1000}${secure}`;
    void reply.header('set-cookie', `${cookieName}=${end}.${this.macOf(end).toString('base64url')}; ${attributes}`);
    return validMS;
  }

  isShownBy({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    const [end = '', mac = ''] = (readCookie(headers.cookie ?? '', cookieName) ?? '').split('.', 2);
    const shown = Buffer.from(mac, 'base64url');
    const own = this.macOf(end);
    return shown.length === own.length && timingSafeEqual(shown, own) && Number(end) > this.clock.wallNow().getTime();
  }

  private macOf(end: string): Buffer {
    return createHmac('sha256', this.key).update(end).digest();
  }
}
