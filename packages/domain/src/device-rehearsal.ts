import * as z from 'zod';

/** What a simulated device can be made to suffer, as its simulator calls it. */
export const simulatedDeviceFaults = [
  /** It answers nothing, while still doing what is asked. */
  'silent',
  /** It answers every request with an error. */
  'refusing',
  /** It carries out a command, and ends the connection instead of answering. */
  'hangUpOnCommand',
  /** A motion that begins meanwhile does not end. */
  'jammed',
  /** Each answer takes its time. */
  'slow',
  /** The bytes of each register come in the other order. */
  'swappedBytes',
  /** What it holds is gone, and there is nothing to take. */
  'partDropped',
] as const;
export const simulatedDeviceFaultSchema = z.enum(simulatedDeviceFaults);
export type SimulatedDeviceFault = z.infer<typeof simulatedDeviceFaultSchema>;

/** A bad day of a simulated device: what it can be made to suffer, and what it suffers now. */
export const rehearsalSchema = z.object({
  possible: z.array(simulatedDeviceFaultSchema),
  active: z.array(simulatedDeviceFaultSchema).describe('Gone when its simulator starts again'),
});
export type Rehearsal = z.infer<typeof rehearsalSchema>;

export const rehearseRequestSchema = z.object({
  faults: z
    .array(simulatedDeviceFaultSchema)
    .max(simulatedDeviceFaults.length)
    .describe('What it suffers from now on, and nothing else; none: it is well'),
});
