import * as z from 'zod';
import { boxTagSchema } from './box.ts';

export const waveStatuses = ['running', 'held', 'halted', 'finished', 'cancelled'] as const;
export type WaveStatus = (typeof waveStatuses)[number];

/** `watching`: the build is installed, and production is compared with that before. `degraded`: it has become worse. */
export const waveBoxStatuses = ['waiting', 'requested', 'watching', 'installed', 'degraded', 'failed'] as const;
export type WaveBoxStatus = (typeof waveBoxStatuses)[number];

/** Cumulative shares of the boxes, such as 10, 50 and 100 percent. */
const groupsSchema = z
  .array(z.number().int().min(1).max(100))
  .min(1)
  .max(10)
  .refine((percents) => percents.every((each, index) => index === 0 || each > (percents[index - 1] ?? 0)), {
    message: 'must increase',
  })
  .refine((percents) => percents.at(-1) === 100, { message: 'must end with 100' });

export const newWaveSchema = z.object({
  buildID: z.string().min(1).max(64),
  /** Boxes with any of these tags; all boxes if empty. */
  tags: z.array(boxTagSchema).max(20).default([]),
  groups: groupsSchema.default([10, 50, 100]).describe('Shares of the boxes after each group, percent'),
  maxFailedPercent: z
    .number()
    .min(0)
    .max(100)
    .default(0)
    .describe('The wave halts when more than this share of the boxes of a group fails to install or produces worse'),
  watchMinutes: z
    .number()
    .int()
    .min(0)
    .max(10_080)
    .default(0)
    .describe('Time for which the production of a box is compared after its install; 0 for no comparison'),
  maxFailuresPerHour: z
    .number()
    .min(0)
    .nullable()
    .default(null)
    .describe('A box produces worse with more failures per hour than this and than before the update; null for any'),
  maxSlowerPercent: z
    .number()
    .min(0)
    .nullable()
    .default(null)
    .describe('A box produces worse if a routine takes longer per cycle than before by more than this; null for any'),
});
export type NewWave = z.infer<typeof newWaveSchema>;

/** Reason for which a wave does not accept a box after its install. */
export const boxProblemSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('failures'), before: z.number(), after: z.number() }).describe('Failures per hour'),
  z
    .object({ kind: z.literal('slower'), routine: z.string(), before: z.number(), after: z.number() })
    .describe('Seconds per cycle'),
  z.object({ kind: z.literal('reverted'), buildID: z.string() }).describe('The build that the box runs again'),
]);
export type BoxProblem = z.infer<typeof boxProblemSchema>;

export const waveSchema = newWaveSchema.extend({
  id: z.string(),
  status: z.enum(waveStatuses),
  reason: z.string().nullable().describe('Why it was held or has halted'),
  createdAt: z.iso.datetime(),
  createdBy: z.string(),
  /** Group that installs now, from 0. */
  currentGroup: z.number().int().nonnegative(),
  counts: z.array(z.record(z.enum(waveBoxStatuses), z.number())).describe('Boxes of each group by their status'),
  problems: z
    .array(z.object({ box: z.string(), problem: boxProblemSchema }))
    .describe('Boxes that produce worse since their install, or have left the build'),
});
export type Wave = z.infer<typeof waveSchema>;
