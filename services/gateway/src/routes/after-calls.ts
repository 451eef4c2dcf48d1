import { ProductError } from '@cellwright/domain/basics';
import * as z from 'zod';
import type { AccessReplica } from '../domain/access-replica.ts';
import { idParams } from '../http/schemas.ts';
import { clearSessionCookie, setSessionCookie } from '../http/session-cookie.ts';
import type { AfterCalls } from './calls.ts';

const secretSchema = z.object({ secret: z.string() });

type Access = Pick<AccessReplica, 'untilKnown' | 'untilGone'>;

/** Delays responses to changes of access until the gateway's copy of the access list contains them. */
export function createAfterCalls(access: Access): AfterCalls {
  return {
    startsSession: async (_request, reply, { session }) => {
      if (!session) throw new ProductError('internal_server_error', 'The identity service answered without a session');
      await access.untilKnown(session.secret);
      setSessionCookie(reply, session.secret);
    },
    named: {
      async createToken(_request, _reply, { outputJson }) {
        await access.untilKnown(secretSchema.parse(JSON.parse(outputJson.toString('utf8'))).secret);
      },
      async endSession({ params }) {
        await access.untilGone(idParams.parse(params).id);
      },
      async signOut({ identity }, reply) {
        await access.untilGone(identity?.accessID ?? '');
        clearSessionCookie(reply);
      },
    },
  };
}
