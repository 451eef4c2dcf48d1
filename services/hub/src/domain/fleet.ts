import { type Clock, createId, ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import { type BoxLabels, boxStateSchema, type FleetBox, factKinds, type TimelineEntry } from '@cellwright/domain/fleet';
import { createKey, type HubKeys, isUserKey, signBoxAccount, signBoxUser } from '@cellwright/fleet';
import * as z from 'zod';
import type { Connections } from './connections.ts';
import { codeLifeMS, createEnrolmentCode, digestCode } from './enrolment-code.ts';
import type { FleetStore, StoredAccount, StoredBox } from './fleet-store.ts';

export interface FleetDeps {
  readonly keys: HubKeys;
  readonly store: FleetStore;
  readonly connections: Connections;
  /** Sends changed accounts to NATS. Resolves when NATS has them or cannot be reached; they are then sent later. */
  readonly pushAccounts: () => Promise<void>;
  readonly clock: Clock;
}

export interface Redemption {
  readonly serial: string;
  readonly code: string;
  readonly userKey: string;
}

const tagsSchema = z.array(z.string());
const factKindSchema = z.enum(factKinds);

/** Boxes of the fleet: their codes, keys and states. */
export class Fleet {
  readonly #deps: FleetDeps;

  constructor(deps: FleetDeps) {
    this.#deps = deps;
  }

  async list(): Promise<FleetBox[]> {
    return (await this.#deps.store.list()).map((row) => this.#describe(row));
  }

  async enrol(serial: string, alias: string, entry: AuditEntry) {
    const { store, clock } = this.#deps;
    const at = clock.wallNow();
    const code = createEnrolmentCode();
    const expiresAt = new Date(at.getTime() + codeLifeMS);
    const row = await store.openCode(
      { id: createId('fleetBox'), serial, alias, at },
      { digest: digestCode(code), expiresAt },
      entry,
    );
    return { box: this.#describe(row), code, expiresAt: expiresAt.toISOString() };
  }

  /** Exchanges a code for credentials. @throws ProductError forbidden if no open code of this serial number matches. */
  async redeem({ serial, code, userKey }: Redemption, describeAct: (box: StoredBox) => AuditEntry) {
    const { store, clock, pushAccounts } = this.#deps;
    if (!isUserKey(userKey)) throw new ProductError('request_failed_validation', 'userKey: is no NATS key');
    const at = clock.wallNow();
    // Its seed is needed once: a box that joins again gets a new account.
    const account = createKey('account');
    const jwt = await this.#signAccount(account.publicKey, serial, {});
    const revoke = (former: StoredAccount) => this.#signRevoked(former, serial, at);
    const enrolment = { account: account.publicKey, userKey, jwt, at, revoke };
    const box = await store.redeem(serial, digestCode(code), enrolment, describeAct);
    if (!box)
      throw new ProductError(
        'forbidden',
        `The code does not fit the serial number ${serial}, or has expired. Create a new code on the hub`,
      );
    await pushAccounts();
    const userJWT = await signBoxUser(account.seed, userKey);
    return { account: account.publicKey, userJWT, at: at.toISOString() };
  }

  async label(id: string, labels: Partial<BoxLabels>, entry: AuditEntry): Promise<FleetBox> {
    return this.#describe(await this.#deps.store.label(id, labels, entry));
  }

  /** Revokes the keys of a box. Its connection is closed when this resolves, unless NATS is away. */
  async revoke(id: string, entry: AuditEntry): Promise<FleetBox> {
    const { store, clock, pushAccounts } = this.#deps;
    const at = clock.wallNow();
    const { serial } = await store.get(id);
    const row = await store.revoke(id, at, (former) => this.#signRevoked(former, serial, at), entry);
    await pushAccounts();
    return this.#describe(row);
  }

  async listTimeline(id: string): Promise<TimelineEntry[]> {
    const rows = await this.#deps.store.listTimeline(id);
    return rows.map(({ id, text, at, receivedAt, kind }) => ({
      ...{ id, text },
      ...{ kind: factKindSchema.parse(kind), at: at.toISOString(), receivedAt: receivedAt.toISOString() },
    }));
  }

  #signAccount(account: string, serial: string, revoked: Readonly<Record<string, Date>>): Promise<string> {
    const { signingSeed, fleet } = this.#deps.keys;
    return signBoxAccount(signingSeed, { account, serial, fleetAccount: fleet.publicKey, revoked });
  }

  #signRevoked({ account, userKey }: StoredAccount, serial: string, at: Date): Promise<string> {
    return this.#signAccount(account, serial, { [userKey]: at });
  }

  #describe(row: StoredBox): FleetBox {
    const { id, serial, alias, notes, updateHold, createdAt, enrolledAt, lastSeenAt, codeExpiresAt, state } = row;
    const isOpen = codeExpiresAt !== null && codeExpiresAt > this.#deps.clock.wallNow();
    return {
      ...{ id, serial, alias, notes, updateHold, status: this.#findStatus(row) },
      tags: tagsSchema.parse(JSON.parse(row.tags)),
      createdAt: createdAt.toISOString(),
      enrolledAt: enrolledAt?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
      codeExpiresAt: isOpen ? codeExpiresAt.toISOString() : null,
      // A state of an earlier release that is no longer readable is replaced by the next report.
      state: state === null ? null : (boxStateSchema.safeParse(JSON.parse(state)).data ?? null),
    };
  }

  #findStatus(row: StoredBox): FleetBox['status'] {
    if (row.account === null) return row.revokedAt === null ? 'awaitingSetup' : 'revoked';
    return this.#deps.connections.isOnline(row) ? 'online' : 'offline';
  }
}
