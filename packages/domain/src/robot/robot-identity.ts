import * as z from 'zod';
import { ProductError } from '../basics/errors.ts';
import { oneLine } from '../basics/text.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';

/** Assembly mode disables live and simulated connections, and tokens for programs. */
export const robotOperationModeSchema = z.enum(['assembly', 'live']);
export type RobotOperationMode = z.infer<typeof robotOperationModeSchema>;

/** Returns the error for operations that assembly mode disables. */
export function assemblyModeError(): ProductError {
  return new ProductError('forbidden', messages.assemblyMode);
}

const line = (maximum: number) => z.string().max(maximum).regex(oneLine, 'must not contain control characters');

/** Identity of the cell's robot. */
export const robotIdentitySchema = z.object({
  id: z.string(),
  robotId: line(128).default('').describe('Serial name of the robot; empty if not set'),
  alias: line(100).default('').describe('Display name'),
  tunnelId: line(128).default('').describe('Tunnel for access from outside; empty if none'),
  applicationUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
    .default('')
    .describe('Address of its application; empty if not set'),
  robotOperationMode: robotOperationModeSchema.default('live'),
});
export type RobotIdentity = z.infer<typeof robotIdentitySchema>;
