import { type FlagName, flagNames } from '@cellwright/domain/cell';
import { anyEntity } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import type { Logger, Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';
import * as z from 'zod';

/** Additional fields of the feature flags. */
const flagsSchema = z.looseObject({});

/** Requests the enabled features from the identity service; returns the last known ones while it does not respond. */
export function connectFeatureFlags(address: string, proofs: Proofs<'library'>, log: Logger, metrics: Metrics) {
  const client = connectPeer(EntityServiceService, {
    address,
    proof: proofs.identity,
    metrics,
    defaultDeadlineMs: 1000,
  });
  const entity = anyEntity('featureFlags');
  const request = { entity: entity.name, id: entity.singleton ?? '', version: 0, caller: undefined };
  let lastOn: readonly FlagName[] = [];
  return {
    async listOn(): Promise<readonly FlagName[]> {
      try {
        const { document } = await client.getEntity(request);
        const flags = flagsSchema.parse(JSON.parse(Buffer.from(document?.json ?? []).toString('utf8')));
        lastOn = flagNames.filter((name) => flags[name] === true);
      } catch (error) {
        log.warn('the identity service does not answer; routines are checked with the features last known', { error });
      }
      return lastOn;
    },
    close: () => client.channel.close(),
  };
}
