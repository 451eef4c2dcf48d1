import { v7 as uuidv7 } from 'uuid';
import * as z from 'zod';
import { oneLine } from './text.ts';

/** Prefixes of ids that this product creates: `routine_0198…`, the prefix and a UUIDv7, so that ids sort by age. */
export const idPrefixes = [
  'routine',
  'step',
  'space',
  'variable',
  'equipment',
  'run',
  'token',
  'user',
  'session',
  'key',
  'notification',
  'boardNote',
  'bugReport',
  'audit',
  'robot',
  'message',
  'lease',
  'trajectory',
  'speedProfile',
  'codeBlock',
  'spaceFile',
  'entry',
  'boxType',
  'layerPattern',
  'box',
  'proposal',
  'comment',
  'versionName',
  'install',
  'backup',
  'fleetBox',
  'fact',
  'wave',
] as const;
export type IdPrefix = (typeof idPrefixes)[number];

export function createId(prefix: IdPrefix): string {
  return `${prefix}_${uuidv7()}`;
}

/** Ids from outside: any non-empty text up to 128 characters without control characters (older files carry other forms). */
export const idSchema = z
  .string()
  .min(1, 'An id must not be empty')
  .max(128, 'An id has at most 128 characters')
  .regex(oneLine, 'An id must not contain control characters')
  .refine((id) => id !== '__proto__', 'This id is reserved');
