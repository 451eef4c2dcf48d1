import { idSchema, wholeNumberText } from '@cellwright/domain/basics';
import { backupSchema } from '@cellwright/domain/software';
import * as z from 'zod';
import { defineCall } from '../framework/definition.ts';

const common = { owner: 'software-update', section: 'Backups' } as const;
/** Call of the owner, a user with the permission for accounts. */
const owning = { ...common, access: 'account', needsPerson: true, effect: 'eachTime' } as const;
const id = idSchema;

export const listBackups = defineCall({
  ...common,
  name: 'listBackups',
  summary: 'List backups, newest first',
  http: { method: 'GET', path: '/backups' },
  input: z.object({}),
  output: z.object({
    items: z.array(backupSchema),
    hasKey: z.boolean().describe('False until the owner has created the key that encrypts backups'),
    unavailable: z.string().nullable().describe('Why this cell makes no backups; null if it does'),
  }),
  access: 'controlPanel',
  effect: 'none',
});

export const createBackupKey = defineCall({
  ...owning,
  name: 'createBackupKey',
  summary: 'Create the key that opens later backups; it is in this answer only',
  http: { method: 'POST', path: '/backups/key' },
  input: z.object({}),
  output: z.object({ key: z.string().describe('Keep it outside of the cell: without it no backup can be restored') }),
  audit: { action: 'backups.createKey', target: 'backups' },
});

export const createBackup = defineCall({
  ...common,
  name: 'createBackup',
  summary: 'Create a backup of everything that the cell stores',
  http: { method: 'POST', path: '/backups' },
  input: z.object({}),
  output: backupSchema,
  access: 'controlPanel',
  effect: 'eachTime',
  audit: { action: 'backups.create', target: 'backups' },
});

export const readBackup = defineCall({
  ...common,
  name: 'readBackup',
  summary: 'Read a part of a backup, to download it',
  http: { method: 'GET', path: '/backups/:id/content' },
  input: z.object({ id, offset: wholeNumberText({ min: 0, max: Number.MAX_SAFE_INTEGER }).default(0) }),
  output: z.object({
    content: z.string().describe('Base64; encrypted with the key of the owner'),
    nextOffset: z.number().nullable().describe('Where the next part begins; null at the end'),
  }),
  access: 'controlPanel',
  effect: 'none',
  deadlineMS: 15_000,
});

export const restoreBackup = defineCall({
  ...owning,
  name: 'restoreBackup',
  summary: 'Replace everything that the cell stores by a backup',
  description: 'Refused while a robot is not idle. Restart the cell when it is restored.',
  http: { method: 'POST', path: '/backups/:id/restore' },
  input: z.object({ id, key: z.string().min(1).max(500).describe('The key of the owner') }),
  output: backupSchema,
  audit: { action: 'backups.restore', target: 'backups/:id' },
});

export const removeBackup = defineCall({
  ...common,
  name: 'removeBackup',
  summary: 'Delete a backup',
  http: { method: 'DELETE', path: '/backups/:id' },
  input: z.object({ id }),
  output: z.object({}),
  access: 'controlPanel',
  effect: 'eachTime',
  audit: { action: 'backups.remove', target: 'backups/:id' },
});
