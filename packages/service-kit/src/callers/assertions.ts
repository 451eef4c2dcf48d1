import { type KeyObject, sign, verify } from 'node:crypto';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import { isPermission, type Permission } from '@cellwright/domain/cell';
import * as z from 'zod';
import { systemClock } from '../clock.ts';

/** Subject of an assertion: a user session or a developer token. */
export interface VouchedPerson {
  readonly id: string;
  readonly name: string;
  readonly permissions: readonly string[];
  /** ID of the session or token. */
  readonly accessID: string;
  readonly access: 'session' | 'developerToken';
}

/** Signs assertions in the name of the identity service. */
export interface Voucher {
  vouch(person: VouchedPerson): string;
  /** Asserts that a session has entered its PIN and has these additional permissions. */
  vouchUnlock(accessID: string, permissions: readonly string[]): string;
}

/**
 * Lifetime of an assertion, s. It exceeds the time for which a cached list of access is trusted, even just before
 * renewal.
 */
export const assertionSeconds = 600;
/** Lifetime of a control-panel token, with the tolerance of the gateway, s. */
const unlockSeconds = 960;
/** Maximum difference between the clocks of machines, s. */
const leewaySeconds = 30;
const maxRemembered = 5000;
const maxLength = 8192;

/** The only header that is signed or accepted, so no assertion chooses how it is verified. */
const header = encode({ alg: 'EdDSA', typ: 'cellwright-person+jwt' });

const timesSchema = z.object({ iss: z.literal('cellwright'), iat: z.number(), exp: z.number() });
const personSchema = timesSchema.extend({
  aud: z.literal('cell'),
  sub: z.string().min(1),
  name: z.string(),
  permissions: z.array(z.string()),
  sid: z.string().min(1),
  access: z.enum(['session', 'developerToken']),
});
const unlockSchema = timesSchema.extend({
  aud: z.literal('cell-unlock'),
  sid: z.string().min(1),
  permissions: z.array(z.string()),
});
const claimsSchema = z.discriminatedUnion('aud', [personSchema, unlockSchema]);

/** Claims of an assertion after its signature was verified. */
export type Claims = z.infer<typeof claimsSchema>;

/**
 * Creates a voucher. Signing and verifying are synchronous, unlike in Web Crypto: a stop waits for nothing, in
 * particular for no thread pool.
 */
export function createVoucher(privateKey: KeyObject, clock: Clock = systemClock): Voucher {
  const issue = (claims: object, seconds: number): string => {
    const iat = Math.floor(clock.wallNow().getTime() / 1000);
    const signed = `${header}.${encode({ iss: 'cellwright', iat, exp: iat + seconds, ...claims })}`;
    return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString('base64url')}`;
  };
  return {
    vouch: ({ id, name, permissions, accessID, access }) =>
      issue({ aud: 'cell', sub: id, name, permissions, sid: accessID, access }, assertionSeconds),
    vouchUnlock: (accessID, permissions) => issue({ aud: 'cell-unlock', sid: accessID, permissions }, unlockSeconds),
  };
}

/** Result of reading an assertion. */
export type Reading =
  | { readonly ok: true; readonly claims: Claims; readonly isExpired: boolean }
  | { readonly ok: false; readonly reason: string };

interface Remembered {
  readonly claims: Claims;
  /** Monotonic time of its expiry, ms. */
  readonly due: number;
}

/**
 * Reads assertions. Verifies the signature of each once; changes to the machine's clock do not end those already read.
 */
export class AssertionReader {
  private readonly remembered = new Map<string, Remembered>();
  private readonly keys: readonly KeyObject[];
  private readonly clock: Clock;

  constructor(keys: readonly KeyObject[], clock: Clock = systemClock) {
    this.keys = keys;
    this.clock = clock;
  }

  read(text: string): Reading {
    const known = this.remembered.get(text) ?? this.verify(text);
    if (typeof known === 'string') return { ok: false, reason: known };
    return { ok: true, claims: known.claims, isExpired: known.due <= this.clock.now() };
  }

  private verify(text: string): Remembered | string {
    const [givenHeader, payload, signature, ...rest] = text.length > maxLength ? [] : text.split('.');
    if (givenHeader !== header || payload === undefined || signature === undefined || rest.length > 0)
      return 'is no assertion of identity';
    const signed = Buffer.from(`${header}.${payload}`);
    const bytes = Buffer.from(signature, 'base64url');
    if (!this.keys.some((key) => verify(null, signed, key, bytes))) return 'was not signed by identity';
    const claims = claimsSchema.safeParse(parse(payload)).data;
    if (!claims) return 'has claims that are not known';
    const wall = this.clock.wallNow().getTime() / 1000;
    if (claims.iat - leewaySeconds > wall) return 'is from the future; the clocks of the services differ';
    const leftSeconds = Math.min(claims.exp - wall, claims.exp - claims.iat) + leewaySeconds;
    return this.remember(text, { claims, due: this.clock.now() + leftSeconds * 1000 });
  }

  private remember(text: string, verified: Remembered): Remembered {
    const [oldest] = this.remembered.keys();
    if (this.remembered.size >= maxRemembered && oldest !== undefined) this.remembered.delete(oldest);
    this.remembered.set(text, verified);
    return verified;
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

function parse(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

/**
 * Refuses an assertion.
 * @throws ProductError authorization_required
 */
export function refuseAssertion(reason: string): never {
  throw new ProductError('authorization_required', `The identity of the caller ${reason}. Sign in again`);
}

/** Returns the known permissions of the claims. */
export function permissionsIn({ permissions }: Claims): readonly Permission[] {
  return permissions.filter(isPermission);
}
