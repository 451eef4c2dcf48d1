import { ProductError } from '@cellwright/domain';
import * as z from 'zod';
import type { AccessReplica } from '../domain/access-replica.ts';
import type { Identity } from '../domain/identity.ts';
import { idParams } from '../http/schemas.ts';
import { clearSessionCookie, setSessionCookie } from '../http/session-cookie.ts';
import type { CallAnswer } from '../rpc/make-call.ts';
import type { AfterCalls } from './calls.ts';

const secretSchema = z.object({ secret: z.string() });

type Access = Pick<AccessReplica, 'untilKnown' | 'untilGone' | 'recognise'>;

/** Answers changes of access only when the gateway's copy of the access list has them. */
export function createAfterCalls(access: Access): AfterCalls {
  return {
    startsSession: async (_request, reply, { session }) => {
      if (!session) throw new ProductError('internal_server_error', 'The identity service answered without a session');
      await access.untilKnown(session.secret);
      setSessionCookie(reply, session.secret);
      // The audit log names the user as subject from here on.
      reply.request.identity = identityOfSession(access, session);
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

/** Nameless while the access list is late: the user's id is known from the session. */
function identityOfSession(access: Access, { secret, userId }: NonNullable<CallAnswer['session']>): Identity {
  try {
    return access.recognise(secret, false);
  } catch {
    return { subjectID: userId, name: '', permissions: [] };
  }
}
