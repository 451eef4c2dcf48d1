import { nameSchema, ProductError, tokenLifeDays } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { AccessReplica } from '../domain/access-replica.ts';
import { grantPermissions } from '../domain/grant-permissions.ts';
import { type Identity, permissions } from '../domain/identity.ts';
import { idempotencyKeyOf } from '../http/authentication.ts';
import type { Clients } from '../rpc/clients.ts';

export interface TokenRouteDeps {
  readonly identity: Clients['identity'];
  /** Whoever made a token finds it known at this door at once. */
  readonly access: Pick<AccessReplica, 'untilKnown'>;
}

const newTokenSchema = z.object({
  name: nameSchema('token', 100),
  expiresInDays: z
    .number()
    .int()
    .min(0)
    .max(3650)
    .default(tokenLifeDays)
    .describe('0: it does not expire until it is revoked'),
  permissions: z
    .array(z.enum(permissions))
    .optional()
    .describe("Some of the maker's own; without it, all of them. Never 'account'"),
});
const createdSchema = z.object({ token: z.unknown().describe('As the list of tokens shows it'), secret: z.string() });

/** @throws ProductError forbidden for a token: one that leaks must not outlive itself. */
function requireMaker(identity: Identity | null): Identity {
  if (!identity) throw new ProductError('authorization_required', 'Sign in first');
  if (identity.kind !== 'developerToken' || identity.permissions.includes('account')) return identity;
  throw new ProductError('forbidden', 'A token cannot make tokens. Sign in as a user, and make one there');
}

/** Users make developer tokens of their own; all else about them follows from their entity. */
export async function tokenRoutes(instance: FastifyInstance, { identity, access }: TokenRouteDeps): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/tokens',
    {
      schema: {
        tags: ['Tokens'],
        summary: 'Create a developer token; its secret is in this answer only',
        body: newTokenSchema,
        response: { 200: createdSchema },
      },
    },
    async (request) => {
      const maker = requireMaker(request.identity);
      const { name, expiresInDays, permissions: wanted } = request.body;
      const { tokenJson, secret } = await identity.createToken({
        name,
        expiresInDays,
        permissions: grantPermissions(maker, wanted),
        idempotencyKey: idempotencyKeyOf(request),
        makerId: maker.subjectID,
        makerName: maker.name,
      });
      await access.untilKnown(secret);
      return { token: JSON.parse(Buffer.from(tokenJson).toString('utf8')), secret };
    },
  );
}
