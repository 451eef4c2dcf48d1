import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { LibraryServiceService } from '@cellwright/proto/library';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import { createGrpcClient, type GrpcClient } from '@cellwright/service-kit/grpc';

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
  /** Stops have a connection of their own: nothing that is large or slow is ever before them. */
  readonly runnerStop: GrpcClient<typeof RunnerServiceService>;
  readonly equipment: GrpcClient<typeof EquipmentServiceService>;
  readonly identity: GrpcClient<typeof IdentityServiceService>;
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
  return {
    library,
    runner,
    runnerStop,
    equipment,
    identity,
    close() {
      for (const client of [library, runner, runnerStop, equipment, identity]) client.channel.close();
    },
  };
}
