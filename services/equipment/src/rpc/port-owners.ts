import {
  externalControlPortsOf,
  externalControlSettingsSchema,
  type IOPortOwner,
  robotPortLists,
  robotRecordSchema,
  safetyInputsOf,
  safetyOutputsOf,
  safetySettingsSchema,
} from '@cellwright/domain/robot';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectDocument, type ForeignDocumentDeps } from './foreign-document.ts';

/** gRPC addresses of the services that assign ports; undefined in a cell without one. */
export interface PortOwnerAddresses {
  /** Stores the robots' records, which contain the rules in force. */
  readonly runner?: string | undefined;
  /** Stores the safety settings. */
  readonly library?: string | undefined;
  /** Stores the settings of external control. */
  readonly identity?: string | undefined;
}

export interface PortOwnersDeps {
  readonly addresses: PortOwnerAddresses;
  readonly proofs: Proofs<'equipment'>;
  readonly log: Logger;
  readonly metrics: Metrics;
}

type Owned = readonly (readonly [port: string, owner: IOPortOwner])[];

/** A document of another service, and the ports that it assigns. */
interface Source extends Pick<ForeignDocumentDeps, 'callee' | 'entity' | 'id'> {
  readonly address: string | undefined;
  readonly read: (document: unknown) => Owned;
}

// Sound: the keys of an object literal.
const lists = Object.keys(robotPortLists) as (keyof typeof robotPortLists)[];

const ownedBy = (owner: IOPortOwner, ports: readonly string[]): Owned => ports.map((port) => [port, owner] as const);

/**
 * Sources of port owners; later ones take precedence: a record lags slightly behind the stored settings, and safety
 * comes before all others.
 */
const sourcesAt = ({ runner, library, identity }: PortOwnerAddresses): readonly Source[] => [
  {
    ...{ callee: 'identity', address: identity, entity: 'externalControlSettings', id: '1' },
    read: (document) =>
      ownedBy('externalControl', externalControlPortsOf(externalControlSettingsSchema.parse(document))),
  },
  {
    // Safety rules and external control apply to both robots.
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

/** Requests the owners of the robot's ports: the rules in force, and the newest stored ones. */
export function connectPortOwners({ addresses, proofs, log, metrics }: PortOwnersDeps) {
  const asked = sourcesAt(addresses).flatMap(({ address, read, ...source }) => {
    if (address === undefined) return [];
    const document = connectDocument({ ...source, address, proofs, metrics });
    const list = async (): Promise<Owned> => {
      try {
        return read(await document.get());
      } catch (error) {
        log.warn('a service that assigns ports does not answer; ports of devices are not compared with its own', {
          entity: source.entity,
          error,
        });
        return [];
      }
    };
    return [{ list, close: document.close }];
  });
  return {
    /**
     * Returns owners by full name. Leaves out a service that does not answer: no output is set by this, and the runner
     * refuses outputs with an owner.
     */
    async list(): Promise<ReadonlyMap<string, IOPortOwner>> {
      return new Map((await Promise.all(asked.map(({ list }) => list()))).flat());
    },
    close(): void {
      for (const { close } of asked) close();
    },
  };
}
