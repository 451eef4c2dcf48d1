import { ProductError, passwordSchema } from '@cellwright/domain';
import { anyEntity, entities } from '@cellwright/entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AccessReplica } from '../domain/access-replica.ts';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { Identity } from '../domain/identity.ts';
import { setSessionCookie } from '../http/session-cookie.ts';
import type { Clients } from '../rpc/clients.ts';
import { refuseForeignOrigins } from '../sockets/open-sockets.ts';

export interface PeopleRouteDeps {
  readonly people: Clients['people'];
  readonly access: Pick<AccessReplica, 'untilKnown' | 'recognise'>;
  readonly entityAccess: EntityAccess;
}

const tags = ['People'];
const secret = z.string().min(1).max(256);
const typed = z.string().min(1).max(200);
const signedInSchema = z.object({ userID: z.string() });

/** The ways in: they need no token, and take none of a page of another origin. */
export async function entranceRoutes(instance: FastifyInstance, deps: PeopleRouteDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.addHook('onRequest', refuseForeignOrigins);
  const greet = async (reply: FastifyReply, session: NewSession | undefined) => {
    if (!session) throw new ProductError('internal_server_error', 'The identity service answered without a session');
    await deps.access.untilKnown(session.secret);
    setSessionCookie(reply, session.secret);
    // From here on the request has a subject: the audit log names it.
    reply.request.identity = identityOfSession(deps.access, session);
    return { userID: session.userId };
  };
  app.post(
    '/setup',
    {
      config: { auditAs: 'people.setUp' },
      schema: {
        tags,
        security: [],
        summary: 'Use a link: make the first user, or accept an invitation, or choose a new password; signs in',
        body: z.strictObject({
          token: secret,
          username: z.string().max(64).default(''),
          name: z.string().max(100).default(''),
          password: passwordSchema,
        }),
        response: { 200: signedInSchema },
      },
    },
    async (request, reply) => {
      const { token, ...wanted } = request.body;
      const { session } = await deps.people.setUp({ secret: token, ...wanted, source: sourceOf(request) });
      return greet(reply, session);
    },
  );
  app.post(
    '/login',
    {
      config: { auditAs: 'people.signIn' },
      schema: {
        tags,
        security: [],
        summary: 'Sign in; the answer sets the cookie of the session',
        body: z.strictObject({ username: typed, password: typed }),
        response: { 200: signedInSchema },
      },
    },
    async (request, reply) => {
      const { session } = await deps.people.signIn({ ...request.body, source: sourceOf(request) });
      return greet(reply, session);
    },
  );
}

/** `/api/v1/cell/me`: who is signed in. */
export async function selfRoutes(
  instance: FastifyInstance,
  { entityAccess }: Pick<PeopleRouteDeps, 'entityAccess'>,
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/me',
    {
      schema: {
        tags,
        summary: 'Who is signed in, and what that may do',
        response: {
          200: z.object({
            subject: z.object({ id: z.string(), name: z.string(), permissions: z.array(z.string()) }),
            user: entities.users.answer.nullable().describe('Null for tokens, and for this machine itself'),
          }),
        },
      },
    },
    async (request) => {
      const identity = identityOf(request);
      const { subjectID: id, name, permissions, kind } = identity;
      const user = kind === 'session' ? await readUser(entityAccess, identity) : null;
      return { subject: { id, name, permissions: [...permissions] }, user };
    },
  );
}

type NewSession = { readonly secret: string; readonly userId: string };

/** Nameless when the list of access is late: its id is enough to know whose session it is. */
function identityOfSession(access: PeopleRouteDeps['access'], { secret, userId }: NewSession): Identity {
  try {
    return access.recognise(secret, false);
  } catch {
    return { subjectID: userId, name: '', permissions: [] };
  }
}

function sourceOf({ ip, headers }: FastifyRequest) {
  return { address: ip, userAgent: headers['user-agent'] ?? '' };
}

function identityOf({ identity }: FastifyRequest): Identity {
  if (identity) return identity;
  throw new ProductError('authorization_required', 'Sign in first');
}

async function readUser(access: EntityAccess, identity: Identity) {
  const { json } = await access.get(anyEntity('users'), identity.subjectID, undefined, identity);
  return JSON.parse(Buffer.from(json).toString('utf8'));
}
