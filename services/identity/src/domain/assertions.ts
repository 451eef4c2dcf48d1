import type { Clock } from '@cellwright/domain/basics';
import { assertionSeconds, type Voucher } from '@cellwright/service-kit/callers';
import type { AccessRecord } from './access-list.ts';

/**
 * Age at which an assertion is replaced, ms: during an outage of identity, followers use theirs for the rest of its
 * lifetime.
 */
export const renewMS = (assertionSeconds / 3) * 1000;
/** Clock change after which assertions are replaced immediately, ms. */
const maxDriftMS = 10_000;
/** Signatures per turn of the event loop; each takes about 50 µs. */
const signedAtOnce = 25;

export interface RenewedAssertion {
  readonly accessId: string;
  readonly assertion: string;
}

interface Signed {
  readonly text: string;
  /** Monotonic, ms. */
  readonly at: number;
  /** Wall clock minus monotonic clock at the signature, ms. */
  readonly offset: number;
}

/** Assertions for all records of access. Each is signed once for all followers, and again before it expires. */
export class Assertions {
  private readonly signed = new WeakMap<AccessRecord, Signed>();
  private readonly voucher: Pick<Voucher, 'vouch'>;
  private readonly clock: Clock;

  constructor(voucher: Pick<Voucher, 'vouch'>, clock: Clock) {
    this.voucher = voucher;
    this.clock = clock;
  }

  /** Returns the assertion of a record and signs it if it is due. */
  for(record: AccessRecord): string {
    const known = this.signed.get(record);
    if (known && !this.isDue(known)) return known.text;
    const { id: accessID, subjectID: id, name, permissions, kind: access } = record;
    const text = this.voucher.vouch({ id, name, permissions, accessID, access });
    this.signed.set(record, { text, at: this.clock.now(), offset: this.offset() });
    return text;
  }

  /** Signs the assertions of a long list, a few in each turn of the event loop. */
  async prepare(records: readonly AccessRecord[]): Promise<void> {
    for (const [index, record] of records.entries()) {
      this.for(record);
      if (index % signedAtOnce === signedAtOnce - 1) await new Promise(setImmediate);
    }
  }

  private isDue({ at, offset }: Signed): boolean {
    return this.clock.now() - at >= renewMS || Math.abs(this.offset() - offset) > maxDriftMS;
  }

  private offset(): number {
    return this.clock.wallNow().getTime() - this.clock.now();
  }
}

/** Assertions sent to one follower, so that it gets new ones in time. */
export class FollowedAssertions {
  private readonly sent = new Map<string, string>();
  private readonly assertions: Assertions;

  constructor(assertions: Assertions) {
    this.assertions = assertions;
  }

  /** Returns the assertion to send with a record. */
  send(record: AccessRecord): string {
    const assertion = this.assertions.for(record);
    this.sent.set(record.id, assertion);
    return assertion;
  }

  /** Returns the records of the list for which the follower has an outdated assertion. */
  async renew(records: readonly AccessRecord[]): Promise<readonly RenewedAssertion[]> {
    await this.assertions.prepare(records);
    const ids = new Set(records.map(({ id }) => id));
    for (const id of this.sent.keys()) if (!ids.has(id)) this.sent.delete(id);
    return records
      .filter((record) => this.sent.has(record.id) && this.sent.get(record.id) !== this.assertions.for(record))
      .map((record) => ({ accessId: record.id, assertion: this.send(record) }));
  }
}
