import * as z from 'zod';
import { ProductError } from '../basics/errors.ts';
import { oneLine } from '../basics/text.ts';
import { schemaMessages as messages } from '../messages/schema-messages.ts';

/** Assembly mode disables live and simulated connections, and tokens for programs. */
export const robotOperationModeSchema = z.enum(['assembly', 'live']);
export type RobotOperationMode = z.infer<typeof robotOperationModeSchema>;

/** Returns the error for everything that assembly mode disables. */
export function assemblyModeError(): ProductError {
  return new ProductError('forbidden', messages.assemblyMode);
}

const line = (maximum: number) => z.string().max(maximum).regex(oneLine, 'must not contain control characters');

/** Identity of the cell's robot. */
export const robotIdentitySchema = z.object({
  id: z.string(),
  robotId: line(128).default('').describe("The robot's serial name; empty until it was given one"),
  alias: line(100).default('').describe('What people call it'),
  tunnelId: line(128).default('').describe('The tunnel through which it is reached from outside; empty without one'),
  applicationUrl: z
    .union([z.literal(''), z.url({ protocol: /^https?$/ }).max(500)])
    .default('')
    .describe('Where its application is opened; empty when nobody said'),
  robotOperationMode: robotOperationModeSchema.default('live'),
});
export type RobotIdentity = z.infer<typeof robotIdentitySchema>;
