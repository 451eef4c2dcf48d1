import { fileURLToPath } from 'node:url';
import { listAudit, verifyAudit } from '@cellwright/calls';
import type { AuditEntry } from '@cellwright/domain/cell';
import { EntityServiceService } from '@cellwright/proto/entity';
import { IdentityServiceService } from '@cellwright/proto/identity';
import {
  busSubjects,
  createHealth,
  createInProcessBus,
  createMemoryStore,
  createMetrics,
  type EventBus,
  silentLogger,
} from '@cellwright/service-kit';
import { connectCalls } from '@cellwright/service-kit/calls';
import { createGrpcClient } from '@cellwright/service-kit/grpc';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { provenCalls } from '@cellwright/service-kit/testing/calls';
import { anyPeers, provenCaller, testVoucher } from '@cellwright/service-kit/testing/peers';
import { type TestDatabase, VirtualClock } from '@cellwright/testkit';
import type * as z from 'zod';
import { build, type SingleSignOnSettings } from '../app.ts';
import { privileges, schema } from '../store/database.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

/** Calls of a test end before the test itself. */
const patience = { defaultDeadlineMs: 50_000 };

export const auditKey = 'cwaudit_bench';
export const ada = provenCaller({ subjectId: 'user_ada', name: 'Ada', door: 'http' });
export const bob = provenCaller({ subjectId: 'user_bob', name: 'Bob', door: 'http' });

export type IdentityBench = Awaited<ReturnType<typeof startIdentityBench>>;

/** Starts an identity service on a separate database. */
export async function startIdentityBench(
  options: {
    readonly bus?: EventBus;
    readonly database?: TestDatabase;
    readonly equipmentAddress?: string;
    readonly singleSignOn?: SingleSignOnSettings;
  } = {},
) {
  const database = options.database ?? (await createServiceDatabase(schema, migrations, privileges));
  const bus = options.bus ?? createInProcessBus({ log: silentLogger });
  const clock = new VirtualClock();
  const identity = await build({
    peers: anyPeers('identity'),
    voucher: testVoucher,
    databaseUrl: database.url,
    auditKey,
    migrations,
    port: 0,
    equipmentAddress: options.equipmentAddress,
    singleSignOn: options.singleSignOn,
    bus,
    store: createMemoryStore({ clock }),
    clock,
    log: silentLogger,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { address } = await identity.start();
  const stored = createGrpcClient(EntityServiceService, address, patience);
  const access = createGrpcClient(IdentityServiceService, address, patience);
  const calls = provenCalls(connectCalls('identity', { address, ...patience }));
  const list = async (query: z.input<typeof listAudit.input> = {}) =>
    (await calls.ask(listAudit, { limit: 1000, ...query })).items;
  /** Ends the service and keeps its database. */
  const end = async () => {
    stored.channel.close();
    access.channel.close();
    calls.channel.close();
    await identity.stop();
    await bus.close();
  };
  return {
    database,
    bus,
    clock,
    stored,
    access,
    calls,
    list,
    /** Sends an entry like another service. */
    tell: (entry: AuditEntry, messageId = entry.id) =>
      bus.publish(busSubjects.auditEntry.subject, entry, { messageId }),
    /** Checks the whole chain; returns the first break, empty if it is intact. */
    async verify() {
      let place = { seq: 0, hash: '' };
      for (;;) {
        const answer = await calls.ask(verifyAudit, { after: place.seq, hash: place.hash });
        if (answer.problem !== '' || answer.isEnd) return answer;
        place = answer;
      }
    },
    patch: (entity: string, id: string, change: object, caller = ada) =>
      stored.saveEntity({
        entity,
        caller,
        id,
        json: Buffer.from(JSON.stringify(change)),
        isMerge: true,
        expectedVersion: 0,
        commandKey: '',
      }),
    create: (entity: string, document: object, caller = ada) =>
      stored.createEntity({ entity, caller, json: Buffer.from(JSON.stringify(document)), commandKey: '' }),
    get: async (entity: string, id: string) =>
      JSON.parse(
        Buffer.from(
          (await stored.getEntity({ entity, caller: ada, id, version: 0 })).document?.json ?? '{}',
        ).toString(),
      ),
    end,
    async stop() {
      await end();
      await database.drop();
    },
  };
}

let made = 0;
/** Returns the entry of an accepted command by Ada. */
export function auditEntry(change: Partial<AuditEntry> = {}): AuditEntry {
  made += 1;
  return {
    id: `audit_${made}`,
    at: new Date(Date.UTC(2026, 0, 1, 0, 0, made)).toISOString(),
    subject: { id: ada.subjectId, name: ada.name },
    door: 'socket',
    action: 'runner.playRoutine',
    target: 'robots/simulated',
    outcome: 'accepted',
    code: null,
    robotKind: 'simulated',
    traceID: null,
    contentHash: null,
    count: 1,
    ...change,
  };
}
