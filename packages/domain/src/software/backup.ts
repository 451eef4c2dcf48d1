import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

export const backupStatuses = ['failed', 'creating', 'success'] as const;
export const restoreStatuses = ['none', 'restoring', 'restored', 'failed'] as const;

/** Copy of all stored data of a cell, encrypted with the owner's key. */
export const backupSchema = z.object({
  id: idSchema,
  status: z.enum(backupStatuses),
  createdAt: z.iso.datetime(),
  /** 'update' for a backup created before an update. */
  reason: z.enum(['person', 'update', 'schedule']),
  buildID: z.string(),
  /** In bytes; 0 until it is complete. */
  size: z.number(),
  sha256: z.string(),
  rowCount: z.number(),
  /** True once it was restored into another database and compared. */
  isVerified: z.boolean(),
  restoreStatus: z.enum(restoreStatuses),
  lastErrorMessage: z.string().nullable(),
});
export type Backup = z.infer<typeof backupSchema>;
