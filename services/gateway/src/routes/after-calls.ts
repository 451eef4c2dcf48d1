import * as z from 'zod';
import type { AccessReplica } from '../domain/access-replica.ts';
import { idParams } from '../http/schemas.ts';
import { clearSessionCookie } from '../http/session-cookie.ts';
import type { AfterCalls } from './calls.ts';

const secretSchema = z.object({ secret: z.string() });

/** Answers changes of access only when the gateway's copy of the access list has them. */
export function createAfterCalls(access: Pick<AccessReplica, 'untilKnown' | 'untilGone'>): AfterCalls {
  return {
    async createToken(_request, _reply, outputJson) {
      await access.untilKnown(secretSchema.parse(JSON.parse(outputJson.toString('utf8'))).secret);
    },
    async endSession({ params }) {
      await access.untilGone(idParams.parse(params).id);
    },
    async signOut({ identity }, reply) {
      await access.untilGone(identity?.accessID ?? '');
      clearSessionCookie(reply);
    },
  };
}
