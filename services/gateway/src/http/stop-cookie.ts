import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { uptime } from 'node:os';
import { type Clock, signedOutScreen as screen } from '@cellwright/domain/basics';
import { noPerson } from '@cellwright/domain/cell';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Identity } from '../domain/identity.ts';
import { isSecure, readCookies } from './session-cookie.ts';

const cookieName = 'cw_stop';
/** Sent only with stops and the query whether a robot moves. */
const cookiePath = '/api/v1/cell/robots';
/** Time for which a screen can stop the robots after its session has ended, ms: a shift and the way home. */
const validMS = 12 * 3_600_000;

/** Caller of a stop by this cookie, for the audit log. */
export const signedOutScreen: Identity = {
  ...screen,
  ...{ permissions: [], proof: { ...noPerson, standIn: 'signedOutScreen' } },
};

/** Time since the machine started, independent of changes of its clock. */
export interface Uptime {
  /** Identifies a start of a machine; empty if unknown. */
  readonly bootID: string;
  now(): number;
}

const bootIDFile = '/proc/sys/kernel/random/boot_id';

export const machineUptime: Uptime = {
  bootID: existsSync(bootIDFile) ? readFileSync(bootIDFile, 'utf8').trim() : '',
  now: () => uptime() * 1000,
};

/**
 * Cookies that let a browser stop the robots after its session has ended. A cookie contains its end and a MAC, so that
 * gateways with the same secret accept each other's cookies without a store. The end is stored twice: as time since the
 * start of the machine, which counts there, and by the wall clock (ms since 1970) for other machines and later starts.
 */
export class StopCookies {
  private readonly key: Uint8Array;
  private readonly clock: Clock;
  private readonly uptime: Uptime;

  constructor(secret: string, clock: Clock, machine: Uptime = machineUptime) {
    this.key = new Uint8Array(hkdfSync('sha256', secret, '', 'stop cookie', 32));
    this.clock = clock;
    this.uptime = machine;
  }

  /** Issues a cookie to a signed-in browser. Returns its lifetime, ms. */
  give(reply: FastifyReply): number {
    const { bootID } = this.uptime;
    const wallEnd = this.clock.wallNow().getTime() + validMS;
    const end = bootID === '' ? String(wallEnd) : `${wallEnd}~${bootID}~${Math.round(this.uptime.now() + validMS)}`;
    const secure = isSecure(reply.request) ? '; Secure' : '';
    const attributes = `Path=${cookiePath}; HttpOnly; SameSite=Strict; Max-Age=${validMS / 1000}${secure}`;
    void reply.header('set-cookie', `${cookieName}=${end}.${this.macOf(end).toString('base64url')}; ${attributes}`);
    return validMS;
  }

  isShownBy({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
    return readCookies(headers.cookie ?? '', cookieName).some((value) => this.isValid(value));
  }

  private isValid(value: string): boolean {
    const [end = '', mac = ''] = value.split('.', 2);
    const shown = Buffer.from(mac, 'base64url');
    const own = this.macOf(end);
    return shown.length === own.length && timingSafeEqual(shown, own) && !this.hasEnded(end);
  }

  private hasEnded(end: string): boolean {
    const [wallEnd, bootID, uptimeEnd] = end.split('~');
    if (bootID !== undefined && bootID === this.uptime.bootID) return Number(uptimeEnd) <= this.uptime.now();
    return Number(wallEnd) <= this.clock.wallNow().getTime();
  }

  private macOf(end: string): Buffer {
    return createHmac('sha256', this.key).update(end).digest();
  }
}
