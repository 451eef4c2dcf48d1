import * as z from 'zod';

/** Last action by which the holder of the robot keeps it. `commanded`: it jogs, teaches, or commands a device. */
export const controlReasonSchema = z.enum(['acquired', 'tookOver', 'started', 'paused', 'resumed', 'commanded']);
export type ControlReason = z.infer<typeof controlReasonSchema>;

/** A person at a browser, or a program with a token. */
export const controllingKindSchema = z.enum(['person', 'program']);

/** The one client that controls a robot. It outlives the lease of a single connection while a run is active. */
export const controlHolderSchema = z.object({
  /** Opaque id of the client: the same after a reload or a reconnect of the same session or token. */
  clientID: z.string(),
  name: z.string(),
  kind: controllingKindSchema,
  since: z.iso.datetime(),
  reason: controlReasonSchema,
  /** True if its last connection was lost and the grace period is over. */
  isLost: z.boolean(),
});
export type ControlHolder = z.infer<typeof controlHolderSchema>;

/** Control that a client lost to another and has not acknowledged yet. */
export const controlLossSchema = z.object({
  id: z.string(),
  /** The client that lost control. */
  clientID: z.string(),
  byName: z.string(),
  /** By pausing the run, or by taking control over. */
  reason: z.enum(['paused', 'tookOver']),
  at: z.iso.datetime(),
});
export type ControlLoss = z.infer<typeof controlLossSchema>;

export const controlStateSchema = z.object({
  holder: controlHolderSchema.nullable(),
  losses: z.array(controlLossSchema),
});
export type ControlState = z.infer<typeof controlStateSchema>;
