import * as z from 'zod';

/** Faults of simulated devices, named as in their simulators. */
export const simulatedDeviceFaults = [
  /** It sends no responses, but still executes requests. */
  'silent',
  /** It responds to every request with an error. */
  'refusing',
  /** It carries out a command, and ends the connection instead of answering. */
  'hangUpOnCommand',
  /** A motion that begins meanwhile does not end. */
  'jammed',
  /** Each response is delayed. */
  'slow',
  /** The bytes of each register come in the other order. */
  'swappedBytes',
  /** Its part is gone, and there is nothing else to grip. */
  'partDropped',
] as const;
export const simulatedDeviceFaultSchema = z.enum(simulatedDeviceFaults);
export type SimulatedDeviceFault = z.infer<typeof simulatedDeviceFaultSchema>;

/** Fault simulation of a device: its possible faults and its current ones. */
export const rehearsalSchema = z.object({
  possible: z.array(simulatedDeviceFaultSchema),
  active: z.array(simulatedDeviceFaultSchema).describe('Cleared when its simulator restarts'),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;

export const rehearseRequestSchema = z.object({
  faults: z
    .array(simulatedDeviceFaultSchema)
    .max(simulatedDeviceFaults.length)
    .describe('The complete list of simulated faults; empty: no fault'),
});
