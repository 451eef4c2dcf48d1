import * as z from 'zod';

/** Last action with which the holder kept control of the robot. `commanded`: it jogs, teaches, or commands a device. */
export const controlReasonSchema = z.enum(['acquired', 'tookOver', 'started', 'paused', 'resumed', 'commanded']);
export type ControlReason = z.infer<typeof controlReasonSchema>;

/** A user at a browser, or a program with a token. */
export const controllingKindSchema = z.enum(['person', 'program']);

/** The one client that controls a robot. It remains the holder after its connection ends while a run is active. */
export const controlHolderSchema = z.object({
  /** Opaque id of the client; unchanged after a reload or a reconnect of the same session or token. */
  clientID: z.string(),
  name: z.string(),
  kind: controllingKindSchema,
  since: z.iso.datetime(),
  reason: controlReasonSchema,
  /** True if its last connection was lost and the grace period is over. */
  isLost: z.boolean(),
});
export type ControlHolder = z.infer<typeof controlHolderSchema>;

/** Loss of control to another client that the client has not acknowledged yet. */
export const controlLossSchema = z.object({
  id: z.string(),
  /** Client that lost control. */
  clientID: z.string(),
  byName: z.string(),
  /** Reason: the other client paused the run or took over control. */
  reason: z.enum(['paused', 'tookOver']),
  at: z.iso.datetime(),
});
export type ControlLoss = z.infer<typeof controlLossSchema>;

export const controlStateSchema = z.object({
  holder: controlHolderSchema.nullable(),
  losses: z.array(controlLossSchema),
});
export type ControlState = z.infer<typeof controlStateSchema>;
