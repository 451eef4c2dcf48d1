import { permissionSchema, userSchema } from '@cellwright/domain/cell';
import { stampsSchema } from '@cellwright/entities';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

export const getMe = defineCall({
  name: 'getMe',
  owner: 'gateway',
  section: 'People',
  summary: 'Get the signed-in user or token, and its permissions',
  http: { method: 'GET', path: '/me' },
  input: z.object({}),
  output: z.object({
    subject: z.object({ id: z.string(), name: z.string(), permissions: z.array(permissionSchema) }),
    user: userSchema
      .extend(stampsSchema.shape)
      .loose()
      .nullable()
      .describe('Null for tokens, and for this machine itself'),
  }),
  access: 'signedIn',
  effect: 'none',
});
