import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';

export const weekdays = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;
export type Weekday = (typeof weekdays)[number];

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, such as 02:30');
const days = z
  .array(z.enum(weekdays))
  .min(1, 'Choose at least one day')
  .max(weekdays.length)
  .refine((chosen) => new Set(chosen).size === chosen.length, 'Name each day once');

/** Times at which updates may begin, on the clock of the cell's time zone. One that ends before it begins ends the next day. */
export const updateWindowSchema = z
  .strictObject({ days, from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { error: 'The window must end at another time than it begins', path: ['to'] });
export type UpdateWindow = z.infer<typeof updateWindowSchema>;

export const backupScheduleSchema = z.strictObject({
  days,
  at: timeOfDay,
  kept: z.number().int().min(1, 'Keep at least one backup').max(100, 'Keep at most 100 backups'),
});
export type BackupSchedule = z.infer<typeof backupScheduleSchema>;

function isTimeZone(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return true;
  } catch {
    return false;
  }
}

/** Settings of updates and of the schedule of backups. */
export const updateSettingsSchema = z.object({
  timeZone: z
    .string()
    .max(100)
    .refine(isTimeZone, 'Choose a time zone, such as Europe/Berlin')
    .default('UTC')
    .describe('Of the times below'),
  testRoutineID: idSchema
    .nullable()
    .default(null)
    .describe('Routine that a new build must play on the simulated robot; null for the built-in one'),
  window: updateWindowSchema.nullable().default(null).describe('When updates may begin; null for always'),
  backups: backupScheduleSchema.nullable().default(null).describe('When backups are made; null for never'),
});
export type UpdateSettings = z.infer<typeof updateSettingsSchema>;
