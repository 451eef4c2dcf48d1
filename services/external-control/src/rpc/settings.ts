import { type RobotIdentity, robotIdentitySchema } from '@cellwright/domain/robot';
import { anyEntity, type EntityName } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import { findWanted, type WantedControl } from '../domain/wanted-control.ts';

export interface SettingsDeps {
  /** gRPC address of the identity service. */
  readonly address: string;
  readonly proofs: Proofs<'external-control'>;
  readonly metrics: Metrics;
}

/** Reads the stored settings of external control; undefined while they or the feature flag switch it off. */
export function connectSettings({ address, proofs, metrics }: SettingsDeps) {
  const client = connectPeer(EntityServiceService, {
    address,
    proof: proofs.identity,
    metrics,
    defaultDeadlineMs: 5000,
  });
  const read = async (name: EntityName): Promise<unknown> => {
    const entity = anyEntity(name);
    const request = { entity: entity.name, id: entity.singleton ?? '', version: 0, caller: undefined };
    const { document } = await client.getEntity(request);
    return JSON.parse(Buffer.from(document?.json ?? []).toString('utf8'));
  };
  return {
    async read(): Promise<WantedControl | undefined> {
      const [settings, flags] = await Promise.all([read('externalControlSettings'), read('featureFlags')]);
      return findWanted(settings, flags);
    },
    readRobotIdentity: async (): Promise<RobotIdentity> => robotIdentitySchema.parse(await read('robotIdentity')),
    close: () => client.channel.close(),
  };
}
