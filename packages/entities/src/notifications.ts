import { type Notification, newNotificationSchema, notificationSchema } from '@cellwright/domain/cell';
import { defineEntity } from './framework/definition.ts';

/** Notifications for users. Each user has a separate status for every notification and sees only that. */
export const notifications = defineEntity<Notification>({
  name: 'notifications',
  noun: 'notification',
  description: 'Notifications of users: robot failures, prompts of routines, screen errors',
  owner: 'identity',
  schema: notificationSchema,
  version: 2,
  migrations: [{ to: 2, describe: 'a notification can be about a software update', migrate: (document) => document }],
  create: newNotificationSchema,
  idPrefix: 'notification',
  history: 'newest',
  may: { find: 'signedIn', get: 'signedIn', create: 'signedIn', patch: 'signedIn', remove: 'nobody' },
  perSubject: ['status'],
  filters: { kind: 'string', robotID: 'string', routineID: 'string' },
  maxBytes: 1024 * 1024,
  isAudited: false,
});
