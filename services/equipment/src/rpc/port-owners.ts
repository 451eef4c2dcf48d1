import {
  externalControlPortsOf,
  externalControlSettingsSchema,
  type IOPortOwner,
  robotPortLists,
  robotRecordSchema,
  safetyInputsOf,
  safetyOutputsOf,
  safetySettingsSchema,
} from '@cellwright/domain';
import { anyEntity, type EntityName } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';

/** gRPC addresses of the services that give ports away; undefined in a cell without one. */
export interface PortOwnerAddresses {
  /** Keeps the robots' records, which say what is in force. */
  readonly runner?: string | undefined;
  /** Keeps the safety settings. */
  readonly library?: string | undefined;
  /** Keeps the settings of external control. */
  readonly identity?: string | undefined;
}

export interface PortOwnersDeps {
  readonly addresses: PortOwnerAddresses;
  readonly proofs: Proofs<'equipment'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type Owned = readonly (readonly [port: string, owner: IOPortOwner])[];

/** A document of another service, and the ports that it gives away. */
interface Source {
  readonly callee: 'identity' | 'routine-runner' | 'library';
  readonly address: string | undefined;
  readonly entity: EntityName;
  readonly id: string;
  readonly read: (document: unknown) => Owned;
}

// Sound: the keys of an object that is written out in full.
const lists = Object.keys(robotPortLists) as (keyof typeof robotPortLists)[];

const ownedBy = (owner: IOPortOwner, ports: readonly string[]): Owned => ports.map((port) => [port, owner] as const);

/** The later says more: a record follows what is stored a moment behind, and safety has a port before all others. */
const sourcesAt = ({ runner, library, identity }: PortOwnerAddresses): readonly Source[] => [
  {
    ...{ callee: 'identity', address: identity, entity: 'externalControlSettings', id: '1' },
    read: (document) =>
      ownedBy('externalControl', externalControlPortsOf(externalControlSettingsSchema.parse(document))),
  },
  {
    // Safety rules and external control are those of both robots.
    ...{ callee: 'routine-runner', address: runner, entity: 'robots', id: 'live' },
    read: (document) => {
      const record = robotRecordSchema.parse(document);
      const ports = lists.flatMap((list) => record[list]);
      return ports.flatMap(({ portID, assignedTo }) => (assignedTo ? ownedBy(assignedTo, [portID]) : []));
    },
  },
  {
    ...{ callee: 'library', address: library, entity: 'safetySettings', id: '1' },
    read: (document) => {
      const settings = safetySettingsSchema.parse(document);
      return ownedBy('safetyIO', [...safetyInputsOf(settings), ...safetyOutputsOf(settings)]);
    },
  },
];

/** Asks what has the ports of the robot for itself: what is in force, and what was stored just now. */
export function connectPortOwners({ addresses, proofs, log, metrics }: PortOwnersDeps) {
  const options = { metrics, defaultDeadlineMs: 1000 };
  const asked = sourcesAt(addresses).flatMap(({ callee, address, entity, id, read }) => {
    if (address === undefined) return [];
    const client = connectPeer(EntityServiceService, { ...options, address, proof: proofs[callee] });
    const request = { entity: anyEntity(entity).name, id, version: 0, caller: undefined };
    const list = async (): Promise<Owned> => {
      try {
        const { document } = await client.getEntity(request);
        return read(JSON.parse(Buffer.from(document?.json ?? []).toString('utf8')));
      } catch (error) {
        log.warn('a service that gives ports away does not answer; ports of devices are not compared with its own', {
          entity,
          error,
        });
        return [];
      }
    };
    return [{ list, close: () => client.channel.close() }];
  });
  return {
    /**
     * By full name. Without those of a service that does not answer: nothing is set then, and the runner refuses what is
     * not to be set.
     */
    async list(): Promise<ReadonlyMap<string, IOPortOwner>> {
      return new Map((await Promise.all(asked.map(({ list }) => list()))).flat());
    },
    close(): void {
      for (const { close } of asked) close();
    },
  };
}
