import { createHash } from 'node:crypto';
import {
  AccessKind,
  type AccessRecord,
  type FollowAccessResponse,
  type IdentityServiceService,
} from '@cellwright/proto/identity';
import { systemClock } from '@cellwright/service-kit';
import { type CallHandlers, JsonText } from '@cellwright/service-kit/calls';
import type { Handlers } from '@cellwright/service-kit/grpc';
import { testVoucher } from '@cellwright/service-kit/testing/peers';

type Event = FollowAccessResponse['event'];
type Details = Pick<AccessRecord, 'subjectId' | 'name' | 'permissions'> & Partial<AccessRecord>;

/** Identity service controlled by a test; while frozen, it keeps its streams open and sends nothing. */
export interface FakeIdentity {
  readonly handlers: Partial<Handlers<typeof IdentityServiceService>>;
  readonly calls: Partial<CallHandlers<'identity'>>;
  grant(secret: string, details: Details): void;
  revoke(secret: string): void;
  freeze(): void;
  thaw(): void;
}

const heartbeatMS = 200;

export function createFakeIdentity(): FakeIdentity {
  const records = new Map<string, AccessRecord>();
  const followers = new Set<(event: Event) => void>();
  let thawed: Promise<void> = Promise.resolve();
  let thaw = () => {};
  const tell = (event: Event) => {
    for (const follower of followers) follower(event);
  };
  const grant: FakeIdentity['grant'] = (secret, details) => {
    const kind = AccessKind.ACCESS_KIND_DEVELOPER_TOKEN;
    const defaults = { id: details.subjectId, pinPermissions: [], pinChangedAt: '', expiresAt: '', kind };
    const known = { ...defaults, ...details, secretHash: hashOf(secret) };
    const access = known.kind === AccessKind.ACCESS_KIND_SESSION ? 'session' : 'developerToken';
    const assertion = testVoucher.vouch({ ...known, id: known.subjectId, accessID: known.id, access });
    const record = { ...known, assertion };
    records.set(record.secretHash, record);
    tell({ $case: 'granted', value: record });
  };
  const revoke: FakeIdentity['revoke'] = (secret) => {
    records.delete(hashOf(secret));
    tell({ $case: 'removed', value: { secretHash: hashOf(secret) } });
  };
  return {
    grant,
    revoke,
    freeze() {
      thaw();
      thawed = new Promise((resolve) => {
        thaw = resolve;
      });
    },
    thaw: () => thaw(),
    handlers: {
      async *followAccess(_request, { signal }) {
        await thawed;
        const unread: Event[] = [];
        const follower = (event: Event) => unread.push(event);
        followers.add(follower);
        let beatAt = systemClock.now();
        try {
          yield { event: { $case: 'snapshot', value: { records: [...records.values()], isLast: true } } };
          while (!signal.aborted) {
            await systemClock.sleep(unread.length > 0 ? 0 : 10, signal);
            await thawed;
            const event = unread.shift();
            const now = systemClock.now();
            if (event) yield { event };
            else if (now - beatAt >= heartbeatMS) {
              beatAt = now;
              yield { event: { $case: 'heartbeat', value: {} } };
            }
          }
        } finally {
          followers.delete(follower);
        }
      },
      reportUse: async () => ({}),
    },
    calls: {
      signIn: async ({ username }) => {
        grant('cws_new', {
          subjectId: username,
          name: username,
          permissions: [],
          kind: AccessKind.ACCESS_KIND_SESSION,
        });
        return new JsonText(JSON.stringify({ userID: username }), 0, { secret: 'cws_new', userId: username });
      },
      createToken: async ({ name, permissions = [] }) => {
        await thawed;
        grant('cw_new', { subjectId: 'token_1', name, permissions });
        return new JsonText(JSON.stringify({ token: { id: 'token_1', name, permissions }, secret: 'cw_new' }));
      },
    },
  };
}

function hashOf(secret: string): string {
  return createHash('sha256').update(secret).digest('hex');
}
