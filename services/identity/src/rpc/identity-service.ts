import { type Clock, createId, ProductError, startOfText } from '@cellwright/domain/basics';
import { type AuditEntry, permissionsOf, type User } from '@cellwright/domain/cell';
import {
  AccessKind,
  type FollowAccessResponse,
  IdentityServiceService,
  type AccessRecord as WireRecord,
} from '@cellwright/proto/identity';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import * as z from 'zod';
import type { AccessList, AccessRecord } from '../domain/access-list.ts';
import { type Assertions, FollowedAssertions } from '../domain/assertions.ts';
import { type AccessEvent, followList } from '../domain/follow-list.ts';
import type { People } from '../domain/people.ts';
import type { Sessions } from '../domain/sessions.ts';
import type { TokenService } from '../domain/tokens.ts';

const usesSchema = z
  .array(z.object({ secretHash: z.string().length(64), usedAt: z.iso.datetime() }))
  .max(10_000)
  .transform((uses) => uses.map(({ secretHash, usedAt }) => ({ secretHash, at: new Date(usedAt) })));

export interface IdentityServiceDeps {
  readonly tokens: TokenService;
  readonly sessions: Sessions;
  readonly access: AccessList;
  readonly assertions: Assertions;
  readonly people: Pick<People, 'checkPassword'>;
  /** Stores an audit entry. */
  readonly record: (entry: AuditEntry) => Promise<void>;
}

/** Interval between comparisons of a follower's assertions with the current ones, ms. */
const lookMS = 5000;

/** Implements IdentityService of proto/cellwright/identity.proto. */
export function createIdentityService(
  { tokens, sessions, access, assertions, people, record }: IdentityServiceDeps,
  clock: Clock,
): GrpcService {
  return grpcService(IdentityServiceService, {
    async *followAccess(_request, { signal }) {
      const followed = new FollowedAssertions(assertions);
      let lookAt = clock.now() + lookMS;
      for await (const event of followList(access, clock, signal)) {
        if (event.kind === 'snapshot') await assertions.prepare(event.records);
        yield { event: toWireEvent(event, followed) };
        if (clock.now() < lookAt) continue;
        lookAt = clock.now() + lookMS;
        const renewed = await followed.renew(access.current());
        if (renewed.length > 0) yield { event: { $case: 'renewed', value: { assertions: [...renewed] } } };
      }
    },
    reportUse: async ({ uses }) => {
      const parsed = usesSchema.safeParse(uses);
      if (!parsed.success)
        throw new ProductError('request_failed_validation', 'A use needs the hash of a secret and a time');
      if (parsed.data.length > 0) await Promise.all([tokens.noteUse(parsed.data), sessions.noteUse(parsed.data)]);
      return {};
    },
    checkPassword: async ({ username, password, address, protocol }) => {
      const user = await people.checkPassword(username, password, { address });
      await record(describeSignIn(user, { address, protocol, at: clock.wallNow() }));
      return { userId: user.id, name: user.name, permissions: permissionsOf(user) };
    },
  });
}

interface CheckedSignIn {
  readonly address: string;
  readonly protocol: string;
  readonly at: Date;
}

function describeSignIn({ id, name }: User, { address, protocol, at }: CheckedSignIn): AuditEntry {
  return {
    id: createId('audit'),
    at: at.toISOString(),
    subject: { id, name },
    door: 'cell',
    action: 'externalControl.signIn',
    target: startOfText(`users/${id} from ${address} over ${protocol}`, 300),
    ...{ outcome: 'accepted', code: null, robotKind: null },
    ...{ traceID: null, contentHash: null, count: 1 },
  };
}

function toWireEvent(event: AccessEvent, followed: FollowedAssertions): FollowAccessResponse['event'] {
  const withAssertion = (record: AccessRecord) => ({ ...toRecord(record), assertion: followed.send(record) });
  switch (event.kind) {
    case 'snapshot':
      return { $case: 'snapshot', value: { records: event.records.map(withAssertion), isLast: event.isLast } };
    case 'granted':
      return { $case: 'granted', value: withAssertion(event.record) };
    case 'removed':
      return { $case: 'removed', value: { secretHash: event.secretHash } };
    case 'keys':
      return { $case: 'keys', value: { jwksJson: event.jwks } };
    case 'heartbeat':
      return { $case: 'heartbeat', value: {} };
  }
}

function toRecord({
  subjectID,
  permissions,
  pinPermissions,
  expiresAt,
  kind,
  ...record
}: AccessRecord): Omit<WireRecord, 'assertion'> {
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
