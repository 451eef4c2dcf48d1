import type { ServiceOwner } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { DiagnosticsServiceService } from '@cellwright/proto/diagnostics';
import { EntityServiceService } from '@cellwright/proto/entity';
import { EquipmentServiceService } from '@cellwright/proto/equipment';
import { IdentityServiceService } from '@cellwright/proto/identity';
import { LibraryServiceService } from '@cellwright/proto/library';
import { RunnerServiceService } from '@cellwright/proto/runner';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { type CallClient, connectCalls } from '@cellwright/service-kit/calls';
import { connectPeer, type GrpcClientOptions, type PeerClient } from '@cellwright/service-kit/grpc';
import type { EntityClients } from './entity-client.ts';

export interface Addresses {
  readonly library: string;
  readonly runner: string;
  readonly dryRun: string;
  readonly equipment: string;
  readonly identity: string;
  readonly softwareUpdate: string;
  /** Undefined in a cell: only the installation of a fleet has a hub. */
  readonly hub?: string | undefined;
  /** Address of the planner's socket, not of a gRPC service. */
  readonly planner: string;
}

export type CallClients = Readonly<Record<Exclude<ServiceOwner, 'hub'>, CallClient>> & {
  readonly hub: Pick<CallClient, 'send'> & Partial<Pick<CallClient, 'channel'>>;
};

/** Services whose processes the gateway can ask for their state. */
export const describedServices = [
  'library',
  'routine-runner',
  'dry-run',
  'equipment',
  'identity',
  'software-update',
] as const;
export type DescribedService = (typeof describedServices)[number];
export type ProcessClients = {
  readonly [Name in DescribedService]: PeerClient<'gateway', Name, typeof DiagnosticsServiceService>;
};

export interface Clients {
  readonly library: PeerClient<'gateway', 'library', typeof LibraryServiceService>;
  readonly runner: PeerClient<'gateway', 'routine-runner', typeof RunnerServiceService>;
  /** Stops have a separate connection, opened in advance, so that large or slow requests never delay them. */
  readonly runnerStop: PeerClient<'gateway', 'routine-runner', typeof RunnerServiceService>;
  /** Separate connection, because pictures are large and would delay other messages. */
  readonly equipment: PeerClient<'gateway', 'equipment', typeof EquipmentServiceService>;
  readonly identity: PeerClient<'gateway', 'identity', typeof IdentityServiceService>;
  /** Clients of packages/calls, by the service that handles them. */
  readonly calls: CallClients;
  /** Clients that describe the process of each service. */
  readonly processes: ProcessClients;
  /** Clients for the entities of each service. */
  readonly entities: EntityClients;
  /** Connects all of them. Returns the reason of each that was not connected within the time. */
  waitForAll(withinMS: number): Promise<readonly string[]>;
  close(): void;
}

export function connectClients(addresses: Addresses, proofs: Proofs<'gateway'>, metrics: Metrics): Clients {
  const toLibrary = { address: addresses.library, proof: proofs.library, metrics };
  const toRunner = { address: addresses.runner, proof: proofs['routine-runner'], metrics };
  const toDryRun = { address: addresses.dryRun, proof: proofs['dry-run'], metrics };
  const toEquipment = { address: addresses.equipment, proof: proofs.equipment, metrics };
  const toIdentity = { address: addresses.identity, proof: proofs.identity, metrics };
  const toSoftwareUpdate = { address: addresses.softwareUpdate, proof: proofs['software-update'], metrics };
  const slow = { defaultDeadlineMs: 15_000 };
  const fast = { defaultDeadlineMs: 2000 };
  const library = connectPeer(LibraryServiceService, { ...toLibrary, ...slow });
  const runner = connectPeer(RunnerServiceService, toRunner);
  const runnerStop = connectPeer(RunnerServiceService, { ...toRunner, ...fast });
  const equipment = connectPeer(EquipmentServiceService, toEquipment);
  const identity = connectPeer(IdentityServiceService, { ...toIdentity, ...fast });
  const entities: EntityClients = {
    library: connectPeer(EntityServiceService, { ...toLibrary, ...slow }),
    equipment: connectPeer(EntityServiceService, { ...toEquipment, ...slow }),
    identity: connectPeer(EntityServiceService, { ...toIdentity, ...slow }),
    'routine-runner': connectPeer(EntityServiceService, { ...toRunner, ...slow }),
  };
  const calls = {
    'dry-run': connectCalls('dry-run', toDryRun),
    equipment: connectCalls('equipment', toEquipment),
    hub: connectHub(addresses.hub, { proof: proofs.hub, metrics }),
    identity: connectCalls('identity', toIdentity),
    library: connectCalls('library', toLibrary),
    'routine-runner': connectCalls('routine-runner', toRunner),
    'software-update': connectCalls('software-update', toSoftwareUpdate),
  };
  const processes: ProcessClients = {
    library: connectPeer(DiagnosticsServiceService, toLibrary),
    'routine-runner': connectPeer(DiagnosticsServiceService, toRunner),
    'dry-run': connectPeer(DiagnosticsServiceService, toDryRun),
    equipment: connectPeer(DiagnosticsServiceService, toEquipment),
    identity: connectPeer(DiagnosticsServiceService, toIdentity),
    'software-update': connectPeer(DiagnosticsServiceService, toSoftwareUpdate),
  };
  // Not every installation has its own updates, and all but dry runs works without them, so both are optional.
  const { 'software-update': softwareUpdate, 'dry-run': dryRun, hub, ...awaited } = calls;
  const peers = [
    ...Object.values(awaited),
    ...Object.values(entities),
    library,
    runner,
    runnerStop,
    equipment,
    identity,
  ];
  const channels = peers.map(({ channel }) => channel);
  // The first stop waits for no connection.
  const leave = runnerStop.channel.keepConnected();
  return {
    library,
    runner,
    runnerStop,
    equipment,
    identity,
    calls,
    processes,
    entities,
    async waitForAll(withinMS) {
      const outcomes = await Promise.allSettled(channels.map((channel) => channel.waitForReady(withinMS)));
      const reasons = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [String(outcome.reason)] : []));
      return [...new Set(reasons)];
    },
    close() {
      leave();
      for (const channel of channels) channel.close();
      for (const { channel } of Object.values(processes)) channel.close();
      softwareUpdate.channel.close();
      dryRun.channel.close();
      hub.channel?.close();
    },
  };
}

/** Connects the hub. Without one, its calls are refused. */
function connectHub(address: string | undefined, options: GrpcClientOptions): CallClients['hub'] {
  if (address !== undefined) return connectCalls('hub', { address, ...options });
  return {
    send: () => Promise.reject(new ProductError('not_found', 'This is a cell, not the hub of a fleet')),
  };
}
