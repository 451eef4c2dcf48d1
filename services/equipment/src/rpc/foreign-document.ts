import { anyEntity, type EntityName } from '@cellwright/entities';
import { EntityServiceService } from '@cellwright/proto/entity';
import type { Metrics } from '@cellwright/service-kit';
import type { Proofs } from '@cellwright/service-kit/callers';
import { connectPeer } from '@cellwright/service-kit/grpc';

export interface ForeignDocumentDeps {
  readonly callee: 'identity' | 'routine-runner' | 'library';
  readonly address: string;
  readonly entity: EntityName;
  readonly id: string;
  readonly proofs: Proofs<'equipment'>;
  readonly metrics: Metrics;
}

/** Connects to the service that stores a document. */
export function connectDocument({ callee, address, entity, id, proofs, metrics }: ForeignDocumentDeps) {
  const options = { metrics, defaultDeadlineMs: 1000, address, proof: proofs[callee] };
  const client = connectPeer(EntityServiceService, options);
  const request = { entity: anyEntity(entity).name, id, version: 0, caller: undefined };
  return {
    /** Returns the newest stored version. @throws ProductError unavailable */
    async get(): Promise<unknown> {
      const { document } = await client.getEntity(request);
      return JSON.parse(Buffer.from(document?.json ?? []).toString('utf8'));
    },
    close: () => client.channel.close(),
  };
}
