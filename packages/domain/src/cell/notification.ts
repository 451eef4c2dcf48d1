import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { failureKindSchema } from '../robot/failures.ts';
import { robotKindSchema } from '../robot/robot.ts';

export const notificationKindSchema = z.enum([
  'waitForConfirmation',
  'robotFailure',
  'externalControl',
  'toast',
  'softwareUpdate',
]);

/** Status of a notification for one user; without one it is new to that user. */
export const notificationStatusSchema = z.enum(['viewed', 'dismissed', 'archived']);

const about = {
  robotID: idSchema.optional().describe('Name of the robot, from its record'),
  robotKind: robotKindSchema.optional().describe('Context of the robot'),
  routineID: idSchema.optional(),
  stepID: idSchema.optional(),
  failureReason: z.string().max(2000).optional().describe('Text for the operator'),
  failureKind: failureKindSchema.optional(),
};

/** A notification for users. */
export const notificationSchema = z.object({
  id: idSchema,
  kind: notificationKindSchema,
  ...about,
  status: z
    .record(idSchema, notificationStatusSchema)
    .default({})
    .describe('By user id: each user sees and sets only their own'),
});
export type Notification = z.infer<typeof notificationSchema>;

/**
 * A notification that a client may send to all users: a toast that reports an error. The other kinds come from the
 * cell.
 */
export const newNotificationSchema = z.strictObject({
  id: idSchema.optional(),
  kind: z.literal('toast', {
    error: 'Clients create notifications of the kind toast; the cell creates the others',
  }),
  robotID: about.robotID,
  robotKind: about.robotKind,
  failureReason: about.failureReason,
  failureKind: about.failureKind,
});

/** Maximum age and number of stored notifications. */
export const notificationLimits = { days: 30, count: 10_000 } as const;
