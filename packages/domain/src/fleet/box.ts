import * as z from 'zod';
import { boxFactSchema, boxStateSchema, serialSchema } from './report.ts';

export const boxStatuses = ['awaitingSetup', 'online', 'offline', 'revoked'] as const;
export type BoxStatus = (typeof boxStatuses)[number];

export const boxTagSchema = z.string().trim().min(1).max(40);
const time = z.iso.datetime();

/** Texts that users give to a box. */
export const boxLabelsSchema = z.object({
  alias: z.string().trim().max(100),
  notes: z.string().max(2000),
  tags: z.array(boxTagSchema).max(20),
  /** Reason for which no wave updates this box; empty if none. */
  updateHold: z.string().trim().max(300),
});
export type BoxLabels = z.infer<typeof boxLabelsSchema>;

/** A box of the fleet. */
export const fleetBoxSchema = boxLabelsSchema.extend({
  id: z.string(),
  serial: serialSchema,
  status: z.enum(boxStatuses),
  createdAt: time,
  enrolledAt: time.nullable(),
  lastSeenAt: time.nullable(),
  /** End of the one-time code that is open for this box. */
  codeExpiresAt: time.nullable(),
  state: boxStateSchema.nullable(),
});
export type FleetBox = z.infer<typeof fleetBoxSchema>;

export const timelineEntrySchema = boxFactSchema.extend({ receivedAt: time });
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;

/** Membership of this box in a fleet. */
export const fleetMembershipSchema = z.object({
  serial: serialSchema,
  hubURL: z.string().nullable(),
  joinedAt: time.nullable(),
  isConnected: z.boolean(),
  /** Time of the last report that the hub has stored. */
  lastReportAt: time.nullable(),
  /** Facts that wait for the hub. */
  waitingFacts: z.number().int().nonnegative(),
  problem: z.string().nullable(),
});
export type FleetMembership = z.infer<typeof fleetMembershipSchema>;
