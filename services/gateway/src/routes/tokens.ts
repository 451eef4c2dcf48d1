import { nameSchema, ProductError } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { grantPermissions } from '../domain/grant-permissions.ts';
import { permissions } from '../domain/identity.ts';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { emptySchema, idParams } from '../http/schemas.ts';
import type { Clients } from '../rpc/clients.ts';

const tags = ['Tokens'];

const tokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  createdAt: z.string(),
  expiresAt: z.string().describe('Empty when it does not expire by itself'),
  revokedAt: z.string(),
  lastUsedAt: z.string(),
  permissions: z.array(z.string()),
});

const newTokenSchema = z.object({
  name: nameSchema('token', 100),
  expiresInDays: z.number().int().min(1).max(3650).optional(),
  permissions: z
    .array(z.enum(permissions))
    .optional()
    .describe("Some of the maker's own; without it, all of them. Never 'account'"),
});

/** `/api/v1/cell/tokens`: developer tokens. Needs the permission 'account'. */
export async function tokenRoutes(instance: FastifyInstance, { identity }: Pick<Clients, 'identity'>): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.get(
    '/tokens',
    {
      schema: { tags, summary: 'List developer tokens', response: { 200: z.object({ items: z.array(tokenSchema) }) } },
    },
    async () => {
      const { items } = await identity.listTokens({});
      return { items };
    },
  );
  app.post(
    '/tokens',
    {
      schema: {
        tags,
        summary: 'Create a developer token; its secret is in this answer only',
        body: newTokenSchema,
        response: { 200: z.object({ token: tokenSchema, secret: z.string() }) },
      },
    },
    async (request) => {
      const { identity: maker } = request;
      if (!maker) throw new ProductError('authorization_required', 'Sign in first');
      const { name, expiresInDays, permissions: wanted } = request.body;
      const { token, secret } = await identity.createToken({
        name,
        expiresInDays: expiresInDays ?? 0,
        permissions: grantPermissions(maker, wanted),
        idempotencyKey: idempotencyKeyOf(request),
      });
      return { token: tokenSchema.parse(token), secret };
    },
  );
  app.delete(
    '/tokens/:id',
    { schema: { tags, summary: 'Revoke a token', params: idParams, response: { 200: emptySchema } } },
    async ({ params }) => {
      await identity.revokeToken({ id: params.id });
      return {};
    },
  );
}
