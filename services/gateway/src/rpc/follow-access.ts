import { type Clock, rest, withEither } from '@cellwright/domain/basics';
import { noPerson } from '@cellwright/domain/cell';
import { AccessKind, type FollowAccessResponse, type AccessRecord as WireRecord } from '@cellwright/proto/identity';
import type { Logger } from '@cellwright/service-kit';
import { type AccessRecord, type AccessReplica, silentAfterMS } from '../domain/access-replica.ts';
import { isPermission } from '../domain/identity.ts';
import type { Clients } from './clients.ts';

/** Delay before the stream is opened again, ms. */
const retryMS = 250;
/** Maximum duration of a stream: it is reopened once a day. */
const maxStreamMS = 86_400_000;

export interface FollowAccessDeps {
  readonly identity: Pick<Clients['identity'], 'followAccess'>;
  readonly replica: AccessReplica;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Maintains a replica of identity's access list across every loss of the stream; missed changes are read again. */
export function followAccess(deps: FollowAccessDeps) {
  const { clock, log } = deps;
  const closing = new AbortController();
  let isLost = false;
  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        await followOnce(deps, closing.signal, () => {
          if (isLost) log.info('identity tells again who has access');
          isLost = false;
        });
      } catch (error) {
        // Once per outage.
        if (!isLost && !closing.signal.aborted) log.warn('identity does not tell who has access', { error });
        isLost = true;
      }
      await rest(clock, retryMS, closing.signal);
    }
  };
  const running = run();
  return {
    async close(): Promise<void> {
      closing.abort();
      await running;
    },
  };
}

/** Follows one stream, from its snapshot until it ends or stops sending. */
async function followOnce(
  { identity, replica, clock }: FollowAccessDeps,
  closing: AbortSignal,
  onWhole: () => void,
): Promise<void> {
  const silent = new AbortController();
  const watch = () => clock.schedule(silentAfterMS, () => silent.abort(new Error('the line is silent')));
  let cancelWatch = watch();
  const parts: AccessRecord[] = [];
  const take = ({ event }: FollowAccessResponse): void => {
    switch (event?.$case) {
      case 'snapshot':
        for (const record of event.value.records) parts.push(toRecord(record));
        if (!event.value.isLast) return;
        replica.replace(parts.splice(0));
        onWhole();
        return;
      case 'granted':
        replica.grant(toRecord(event.value));
        return;
      case 'removed':
        replica.remove(event.value.secretHash);
        return;
      case 'renewed':
        for (const { accessId, assertion } of event.value.assertions) replica.renew(accessId, assertion);
        return;
      case 'keys':
        replica.setKeys(event.value.jwksJson);
        return;
      case 'heartbeat':
        replica.hear();
    }
  };
  try {
    await withEither(closing, silent.signal, async (signal) => {
      const options = { signal, deadlineMs: maxStreamMS, waitForReady: true };
      for await (const response of identity.followAccess({}, options)) {
        cancelWatch();
        cancelWatch = watch();
        take(response);
      }
    });
  } finally {
    cancelWatch();
  }
}

function toRecord({
  id,
  subjectId,
  permissions,
  pinPermissions,
  expiresAt,
  kind,
  assertion,
  ...record
}: WireRecord): AccessRecord {
  return {
    ...record,
    proof: { ...noPerson, assertion },
    accessID: id,
    subjectID: subjectId,
    permissions: permissions.filter(isPermission),
    pinPermissions: pinPermissions.filter(isPermission),
    expiresAt: expiresAt === '' ? null : new Date(expiresAt),
    kind: kind === AccessKind.ACCESS_KIND_SESSION ? 'session' : 'developerToken',
  };
}
