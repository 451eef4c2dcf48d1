import type { createToken } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import type { AuditEntry } from '@cellwright/domain/cell';
import { accessMessages } from '@cellwright/domain/messages';
import type { Voucher } from '@cellwright/service-kit/callers';
import {
  type CallAuthor,
  type CallHandlers,
  type CallScope,
  callService,
  JsonText,
} from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type * as z from 'zod';
import type { AccessList } from '../domain/access-list.ts';
import type { AuditLog } from '../domain/audit-log.ts';
import { grantPermissions, requireMaker } from '../domain/grant-permissions.ts';
import type { People } from '../domain/people.ts';
import type { BegunSession, Sessions, Source } from '../domain/sessions.ts';
import type { TokenService } from '../domain/tokens.ts';
import type { Signer } from '../secrets/signing.ts';
import type { SingleSignOn } from '../single-sign-on/single-sign-on.ts';
import { auditCalls } from './audit-calls.ts';
import { createTokenIssuer } from './token-issuer.ts';

export interface IdentityCallsDeps {
  readonly people: People;
  /** Undefined while it is off. */
  readonly singleSignOn: SingleSignOn | undefined;
  readonly sessions: Sessions;
  readonly tokens: TokenService;
  readonly signer: Signer;
  readonly voucher: Voucher;
  readonly access: AccessList;
  readonly audit: AuditLog;
  /** Stores the audit entry of an act that changes nothing else in the database. */
  readonly record: (entry: AuditEntry) => Promise<void>;
  /**
   * Refuses tokens for programs in assembly mode.
   * @throws ProductError forbidden
   */
  readonly requireLive: () => Promise<void>;
}

/** Creates the handlers of the calls of the identity service. */
export function createIdentityCalls(deps: IdentityCallsDeps): GrpcService {
  return callService('identity', {
    ...entranceCalls(deps.people),
    ...singleSignOnCalls(deps.singleSignOn),
    ...accountCalls(deps),
    ...tokenCalls(deps),
    ...auditCalls(deps.audit),
  });
}

type Handlers<Name extends keyof CallHandlers<'identity'>> = Pick<CallHandlers<'identity'>, Name>;

function entranceCalls(people: IdentityCallsDeps['people']): Handlers<'setUp' | 'signIn'> {
  return {
    setUp: async ({ token: secret, ...wanted }, { author, describeAct }) =>
      startedSession(await people.setUp({ secret, ...wanted }, sourceOf(author), describeAct)),
    signIn: async ({ username, password }, { author, describeAct }) =>
      startedSession(await people.signIn(username, password, sourceOf(author), describeAct)),
  };
}

function singleSignOnCalls(
  singleSignOn: SingleSignOn | undefined,
): Handlers<'getSingleSignOn' | 'beginSingleSignOn' | 'completeSingleSignOn'> {
  const requireOn = (): SingleSignOn => {
    if (singleSignOn) return singleSignOn;
    throw new ProductError('not_found', accessMessages.noSingleSignOn);
  };
  return {
    getSingleSignOn: async () => ({ provider: singleSignOn?.describe() ?? null }),
    beginSingleSignOn: async ({ origin }, { author }) => requireOn().begin(new URL(origin), sourceOf(author)),
    completeSingleSignOn: async (answer, { author, describeAct }) =>
      startedSession(await requireOn().complete(answer, sourceOf(author), describeAct)),
  };
}

function sourceOf({ address, userAgent }: CallAuthor): Source {
  return { address, userAgent };
}

/** The secret is not part of the response: the gateway turns it into a cookie. */
function startedSession({ userID, secret }: BegunSession): JsonText {
  return new JsonText(JSON.stringify({ userID }), 0, { secret, userId: userID });
}

function accountCalls({
  people,
  sessions,
}: Pick<IdentityCallsDeps, 'people' | 'sessions'>): Handlers<
  | 'inviteUser'
  | 'createResetLink'
  | 'createSetUpLink'
  | 'signOut'
  | 'changePassword'
  | 'changePin'
  | 'listSessions'
  | 'endSession'
> {
  return {
    inviteUser: async (wanted, { author: { id, name } }) => {
      const { user, secret } = await people.invite(wanted, { id, name });
      return { user, link: linkOf(secret) };
    },
    createResetLink: async ({ id }, { describeAct }) => ({
      link: linkOf(await people.createResetLink(id, describeAct)),
    }),
    createSetUpLink: async (_, { describeAct }) => {
      const secret = await people.createSetUpLink(describeAct);
      return { link: secret === undefined ? null : linkOf(secret) };
    },
    signOut: async (_, { author, describeAct }) => {
      await sessions.endAll([requireSession(author).sessionID], describeAct());
      return {};
    },
    changePassword: async ({ currentPassword: current, newPassword: next, endTokens }, { author, describeAct }) => {
      await people.changePassword({ ...requireSession(author), current, next, endTokens }, author, describeAct);
      return {};
    },
    changePin: async (wanted, { author, describeAct }) => {
      await people.changePin({ ...wanted, ...requireSession(author) }, author, describeAct);
      return {};
    },
    listSessions: async (_, { author }) => {
      const { userID, sessionID } = requireSession(author);
      const items = (await sessions.list(userID)).map(({ id, createdAt, lastSeenAt, address, userAgent }) => ({
        ...{ id, address, userAgent, isThis: id === sessionID },
        ...{ createdAt: createdAt.toISOString(), lastSeenAt: lastSeenAt.toISOString() },
      }));
      return { items };
    },
    endSession: async ({ id }, { author, describeAct }) => {
      await sessions.end(requireSession(author).userID, id, describeAct());
      return {};
    },
  };
}

function tokenCalls({
  people,
  tokens,
  signer,
  voucher,
  access,
  record,
  requireLive,
}: IdentityCallsDeps): Handlers<'createToken' | 'issueApiToken' | 'openControlPanel' | 'rotateSigningKeys'> {
  const issuer = createTokenIssuer({ people, signer, voucher, access, record, requireLive });
  return {
    async createToken(wanted, scope) {
      await requireLive();
      return makeToken(tokens, wanted, scope);
    },
    issueApiToken: (_, { author }) => issuer.issueApiToken(author),
    openControlPanel: ({ pin }, { author, describeAct }) => issuer.openControlPanel(author, pin, describeAct),
    rotateSigningKeys: async (_, { describeAct }) => {
      access.setKeys(await signer.rotate(describeAct()));
      return {};
    },
  };
}

async function makeToken(
  tokens: TokenService,
  wanted: z.output<typeof createToken.input>,
  { author, idempotencyKey }: CallScope,
): Promise<JsonText> {
  requireMaker(author);
  const permissions = grantPermissions(author, wanted.permissions);
  const maker = { makerID: author.id, makerName: author.name };
  const { text, secret } = await tokens.create({ ...wanted, permissions, idempotencyKey, ...maker });
  return new JsonText(`{"token":${text},"secret":${JSON.stringify(secret)}}`);
}

/** After '#', so that it reaches neither logs nor other sites. */
function linkOf(secret: string): string {
  return `/setup#${secret}`;
}

/**
 * Requires a user's session.
 * @throws ProductError forbidden for programs and for this machine's own key.
 */
function requireSession({ id, access, accessId }: CallAuthor): { userID: string; sessionID: string } {
  if (access === 'session' && accessId !== '') return { userID: id, sessionID: accessId };
  throw new ProductError('forbidden', 'This requires a signed-in user. Sign in as a user');
}
