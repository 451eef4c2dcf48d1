import * as z from 'zod';
import { robotKindSchema } from './robot.ts';

const port = z.number().int().nullable();

/** Ports of the stop listener, null if browsers have none, and the validity of the cookie in the response, ms. */
export const stopWaysSchema = z.object({ port, httpsPort: port, validForMS: z.number() });

/** Activity of each robot: `running` plays a routine without moving, `unknown` has no state yet. */
export const robotActivitySchema = z.record(robotKindSchema, z.enum(['unknown', 'still', 'running', 'moving']));
export type RobotActivity = z.infer<typeof robotActivitySchema>;
