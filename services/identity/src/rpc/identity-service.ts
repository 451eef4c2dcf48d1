import { type Clock, ProductError } from '@cellwright/domain';
import {
  AccessKind,
  type FollowAccessResponse,
  IdentityServiceService,
  type AccessRecord as WireRecord,
} from '@cellwright/proto/identity';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import * as z from 'zod';
import type { AccessList, AccessRecord } from '../domain/access-list.ts';
import { type AccessEvent, followList } from '../domain/follow-list.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { TokenKeeper } from '../domain/tokens.ts';

const usesSchema = z
  .array(z.object({ secretHash: z.string().length(64), usedAt: z.iso.datetime() }))
  .max(10_000)
  .transform((uses) => uses.map(({ secretHash, usedAt }) => ({ secretHash, at: new Date(usedAt) })));

/** IdentityService of proto/cellwright/identity.proto. */
export function createIdentityService(
  { tokens, sessions, access }: { tokens: TokenKeeper; sessions: Sessions; access: AccessList },
  clock: Clock,
): GrpcService {
  return grpcService(IdentityServiceService, {
    async *followAccess(_request, { signal }) {
      for await (const event of followList(access, clock, signal)) yield { event: toWireEvent(event) };
    },
    reportUse: async ({ uses }) => {
      const parsed = usesSchema.safeParse(uses);
      if (!parsed.success)
        throw new ProductError('request_failed_validation', 'A use has the hash of a secret and a time');
      if (parsed.data.length > 0) await Promise.all([tokens.noteUse(parsed.data), sessions.noteUse(parsed.data)]);
      return {};
    },
  });
}

function toWireEvent(event: AccessEvent): FollowAccessResponse['event'] {
  switch (event.kind) {
    case 'snapshot':
      return { $case: 'snapshot', value: { records: event.records.map(toRecord), isLast: event.isLast } };
    case 'granted':
      return { $case: 'granted', value: toRecord(event.record) };
    case 'removed':
      return { $case: 'removed', value: { secretHash: event.secretHash } };
    case 'keys':
      return { $case: 'keys', value: { jwksJson: event.jwks } };
    case 'heartbeat':
      return { $case: 'heartbeat', value: {} };
  }
}

function toRecord({ subjectID, permissions, pinPermissions, expiresAt, kind, ...record }: AccessRecord): WireRecord {
  return {
    ...record,
    subjectId: subjectID,
    permissions: [...permissions],
    pinPermissions: [...pinPermissions],
    expiresAt: textOf(expiresAt),
    kind: kind === 'session' ? AccessKind.ACCESS_KIND_SESSION : AccessKind.ACCESS_KIND_DEVELOPER_TOKEN,
  };
}

function textOf(date: Date | null): string {
  return date?.toISOString() ?? '';
}
