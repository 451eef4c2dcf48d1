import { type IOPortOwner, robotPortLists, robotRecordSchema } from '@cellwright/domain';
import { anyEntity } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import type { Logger, Metrics } from '@cellwright/service-kit';
import { createGrpcClient } from '@cellwright/service-kit/grpc';

export interface PortOwnersDeps {
  /** gRPC address of the routine runner, which keeps the robots' records; undefined in a cell without one. */
  readonly address: string | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
}

// Sound: the keys of an object that is written out in full.
const lists = Object.keys(robotPortLists) as (keyof typeof robotPortLists)[];

/** Asks the runner what has the ports of the robot for itself. Safety rules and external control are those of both contexts. */
export function connectPortOwners({ address, log, metrics }: PortOwnersDeps) {
  const options = { caller: 'equipment', metrics, defaultDeadlineMs: 1000 };
  const client = address === undefined ? undefined : createGrpcClient(EntityServiceService, address, options);
  const request = { entity: anyEntity('robots').name, id: 'live', version: 0, caller: undefined };
  return {
    /** By full name. None while the runner does not answer: nothing is set then, and it refuses what is not to be set. */
    async list(): Promise<ReadonlyMap<string, IOPortOwner>> {
      if (!client) return new Map();
      try {
        const { document } = await client.getEntity(request);
        const record = robotRecordSchema.parse(JSON.parse(Buffer.from(document?.json ?? []).toString('utf8')));
        const ports = lists.flatMap((list) => record[list]);
        return new Map(ports.flatMap(({ portID, assignedTo }) => (assignedTo ? [[portID, assignedTo]] : [])));
      } catch (error) {
        log.warn('the routine runner does not answer; ports of devices are not compared with those of safety', {
          error,
        });
        return new Map();
      }
    },
    close: () => client?.channel.close(),
  };
}
