import { ProductError, passwordSchema, pinSchema, userSchema } from '@cellwright/domain';
import { anyEntity, entities } from '@cellwright/entities';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AccessReplica } from '../domain/access-replica.ts';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { Identity } from '../domain/identity.ts';
import { emptySchema, idParams } from '../http/schemas.ts';
import { clearSessionCookie, setSessionCookie } from '../http/session-cookie.ts';
import {
  issueApiToken,
  issueControlPanelToken,
  openControlPanelAction,
  type PeopleClient,
  requireSession,
} from '../rpc/people-client.ts';
import { refuseForeignOrigins } from '../sockets/open-sockets.ts';

export interface PeopleRouteDeps {
  readonly people: PeopleClient;
  readonly access: Pick<AccessReplica, 'untilKnown' | 'untilGone' | 'recognise'>;
  readonly entityAccess: EntityAccess;
}

const tags = ['People'];
const secret = z.string().min(1).max(256);
const typed = z.string().min(1).max(200);
const signedInSchema = z.object({ userID: z.string() });
const linkSchema = z.object({ link: z.string().describe('Path and fragment of the page; it is used once') });
const sentToken = { token: z.string(), expiresAt: z.iso.datetime() };

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

/** What signed-in users do for themselves. */
export async function selfRoutes(instance: FastifyInstance, deps: PeopleRouteDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const { people, access } = deps;
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
      const user = kind === 'session' ? await readUser(deps.entityAccess, identity) : null;
      return { subject: { id, name, permissions: [...permissions] }, user };
    },
  );
  app.post(
    '/logout',
    {
      config: { auditAs: 'people.signOut' },
      schema: { tags, summary: 'Sign out; the session ends everywhere', response: { 200: emptySchema } },
    },
    async (request, reply) => {
      const { sessionID } = requireSession(identityOf(request));
      await people.signOut({ sessionId: sessionID });
      await access.untilGone(sessionID);
      clearSessionCookie(reply);
      return {};
    },
  );
  app.post(
    '/me/password',
    {
      config: { auditAs: 'people.changePassword' },
      schema: {
        tags,
        summary: 'Change the own password; all other sessions end, and all own developer tokens if asked for',
        body: z.strictObject({
          currentPassword: typed,
          newPassword: passwordSchema,
          endTokens: z.boolean().default(false),
        }),
        response: { 200: emptySchema },
      },
    },
    async (request) => {
      const { userID: userId, sessionID: sessionId } = requireSession(identityOf(request));
      await people.changePassword({ userId, sessionId, ...request.body, source: sourceOf(request) });
      return {};
    },
  );
  app.post(
    '/me/pin',
    {
      config: { auditAs: 'people.setPin' },
      schema: {
        tags,
        summary: 'Set the own PIN of the control panel',
        body: z.strictObject({ password: typed, pin: pinSchema }),
        response: { 200: emptySchema },
      },
    },
    async (request) => {
      const { userID: userId } = requireSession(identityOf(request));
      await people.changePin({ userId, ...request.body, source: sourceOf(request) });
      return {};
    },
  );
  addSessions(instance, deps);
  addSignedTokens(instance, deps);
}

function addSessions(instance: FastifyInstance, { people, access }: PeopleRouteDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const sessionSchema = z.object({
    id: z.string(),
    createdAt: z.iso.datetime(),
    lastSeenAt: z.iso.datetime(),
    address: z.string(),
    userAgent: z.string(),
    isThis: z.boolean(),
  });
  app.get(
    '/me/sessions',
    {
      schema: {
        tags,
        summary: 'Where one is signed in',
        response: { 200: z.object({ items: z.array(sessionSchema) }) },
      },
    },
    async (request) => {
      const { userID, sessionID } = requireSession(identityOf(request));
      const { items } = await people.listSessions({ userId: userID });
      return { items: items.map((item) => ({ ...item, isThis: item.id === sessionID })) };
    },
  );
  app.delete(
    '/me/sessions/:id',
    {
      config: { auditAs: 'people.endSession', auditTarget: targetOf('sessions') },
      schema: { tags, summary: 'End a session of one’s own', params: idParams, response: { 200: emptySchema } },
    },
    async (request) => {
      const { userID } = requireSession(identityOf(request));
      await people.endUserSession({ userId: userID, sessionId: request.params.id });
      await access.untilGone(request.params.id);
      return {};
    },
  );
}

function addSignedTokens(instance: FastifyInstance, { people }: PeopleRouteDeps): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/api-auth',
    {
      schema: { tags, summary: 'A token for programs, for 15 minutes', response: { 200: z.object(sentToken) } },
    },
    (request) => issueApiToken(people, identityOf(request)),
  );
  app.post(
    '/control-panel-token',
    {
      config: { auditAs: openControlPanelAction },
      schema: {
        tags,
        summary: 'Exchange the PIN for a token that opens the control panel, for 15 minutes',
        body: z.strictObject({ pin: z.string().min(1).max(12) }),
        response: { 200: z.object({ accessToken: z.string(), expiresAt: z.iso.datetime() }) },
      },
    },
    (request) => issueControlPanelToken(people, identityOf(request), request.body.pin),
  );
}

/** What needs the permission 'account'; all else about users follows from their entity. */
export async function accountRoutes(instance: FastifyInstance, { people }: PeopleRouteDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  const invited = userSchema.pick({ name: true, username: true, email: true, permissions: true });
  app.post(
    '/users/invite',
    {
      schema: {
        tags,
        summary: 'Invite a user; the link is shown in this answer only, and lasts 7 days',
        body: invited,
        response: { 200: linkSchema.extend({ user: userSchema }) },
      },
    },
    async (request) => {
      const { subjectID: id, name } = identityOf(request);
      const json = Buffer.from(JSON.stringify(request.body));
      const { userJson, secret: token } = await people.invite({ caller: { id, name }, userJson: json });
      return { user: userSchema.parse(JSON.parse(Buffer.from(userJson).toString('utf8'))), link: linkOf(token) };
    },
  );
  app.post(
    '/users/:id/reset-link',
    {
      config: { auditAs: 'people.resetLink', auditTarget: targetOf('users') },
      schema: {
        tags,
        summary: 'A link with which a user chooses a new password; it lasts a day',
        params: idParams,
        response: { 200: linkSchema },
      },
    },
    async ({ params }) => ({ link: linkOf((await people.createResetLink({ userId: params.id })).secret) }),
  );
  app.post(
    '/setup/link',
    {
      schema: {
        tags,
        summary: 'A new link that makes the first user; null when there is one',
        response: { 200: z.object({ link: z.string().nullable() }) },
      },
    },
    async () => {
      const { secret: token } = await people.createSetUpLink({});
      return { link: token === '' ? null : linkOf(token) };
    },
  );
  app.post(
    '/signing-keys/rotate',
    {
      config: { auditAs: 'signingKeys.rotate', auditTarget: () => 'signingKeys' },
      schema: { tags, summary: 'Sign tokens with a new key from now on', response: { 200: emptySchema } },
    },
    async () => {
      await people.rotateKeys({});
      return {};
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

/** For the audit log: what the address names. */
function targetOf(what: 'users' | 'sessions') {
  return ({ params }: FastifyRequest): string => `${what}/${idParams.parse(params).id}`;
}

/** Behind '#', so that it reaches neither logs nor other sites. */
function linkOf(token: string): string {
  return `/setup#${token}`;
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
