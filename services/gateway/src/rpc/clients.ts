import { AuditServiceService } from '@cellwright/proto/audit';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { LibraryServiceService } from '@cellwright/proto/library';
import { PeopleServiceService } from '@cellwright/proto/people';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import { createGrpcClient, type GrpcClient } from '@cellwright/service-kit/grpc';
import type { EntityClients } from './entity-client.ts';

export interface Addresses {
  readonly library: string;
  readonly runner: string;
  readonly equipment: string;
  readonly identity: string;
  /** Of the planner's socket, not of a gRPC service. */
  readonly planner: string;
}

export interface Clients {
  readonly library: GrpcClient<typeof LibraryServiceService>;
  readonly runner: GrpcClient<typeof RunnerServiceService>;
  /** Stops have a connection of their own, made beforehand: nothing that is large or slow is ever before them. */
  readonly runnerStop: GrpcClient<typeof RunnerServiceService>;
  readonly equipment: GrpcClient<typeof EquipmentServiceService>;
  readonly identity: GrpcClient<typeof IdentityServiceService>;
  readonly people: GrpcClient<typeof PeopleServiceService>;
  readonly audit: GrpcClient<typeof AuditServiceService>;
  /** The stored things of each service. */
  readonly entities: EntityClients;
  /** Connects all of them. Returns the reason of each that was not connected within the time. */
  waitForAll(withinMS: number): Promise<readonly string[]>;
  close(): void;
}

export function connectClients(addresses: Addresses, metrics: Metrics): Clients {
  const options = { caller: 'gateway', metrics };
  const library = createGrpcClient(LibraryServiceService, addresses.library, { ...options, defaultDeadlineMs: 15_000 });
  const runner = createGrpcClient(RunnerServiceService, addresses.runner, options);
  const runnerStop = createGrpcClient(RunnerServiceService, addresses.runner, { ...options, defaultDeadlineMs: 2000 });
  const equipment = createGrpcClient(EquipmentServiceService, addresses.equipment, options);
  const identity = createGrpcClient(IdentityServiceService, addresses.identity, {
    ...options,
    defaultDeadlineMs: 2000,
  });
  const people = createGrpcClient(PeopleServiceService, addresses.identity, options);
  const audit = createGrpcClient(AuditServiceService, addresses.identity, { ...options, defaultDeadlineMs: 15_000 });
  const entitiesAt = (address: string) =>
    createGrpcClient(EntityServiceService, address, { ...options, defaultDeadlineMs: 15_000 });
  const entities: EntityClients = {
    library: entitiesAt(addresses.library),
    equipment: entitiesAt(addresses.equipment),
    identity: entitiesAt(addresses.identity),
    'routine-runner': entitiesAt(addresses.runner),
  };
  const channels = [library, runner, runnerStop, equipment, identity, audit, people, ...Object.values(entities)].map(
    ({ channel }) => channel,
  );
  // The first stop waits for no connection.
  const leave = runnerStop.channel.keepConnected();
  return {
    library,
    runner,
    runnerStop,
    equipment,
    identity,
    audit,
    people,
    entities,
    async waitForAll(withinMS) {
      const outcomes = await Promise.allSettled(channels.map((channel) => channel.waitForReady(withinMS)));
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
      return [...new Set(reasons)];
    },
    close() {
      leave();
      for (const channel of channels) channel.close();
    },
  };
}
