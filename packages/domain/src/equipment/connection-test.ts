import * as z from 'zod';
import { equipmentLiveStateSchema } from './equipment.ts';

export const connectionTestRequestSchema = z.object({
  config: z.looseObject({ kind: z.string() }).describe('Configuration of the device as it would be stored'),
  target: z
    .enum(['device', 'simulator'])
    .default('device')
    .describe('device: at the address of the configuration; simulator: one that runs only for the test'),
});

/** Maximum duration of a connection test, ms. */
export const connectionTestMS = 5000;

/** Advice for each outcome of a connection test that is not a success. */
export const connectionAdvice = {
  fault: 'The connection works. Clear the fault at the device.',
  notConnected: 'Check that the device is on, and check its address and cable.',
  noAnswer: 'Check the address, and the kind, port and unit of the device.',
} as const;

export const connectionTestSchema = z.object({
  outcome: z
    .enum(['connected', 'fault', 'notConnected', 'noAnswer'])
    .describe('fault: it answers, with a fault of its own; noAnswer: none within 5 s'),
  advice: z.string().nullable().describe('What to do; null for a device without a problem'),
  elapsedMS: z.number().describe('Time to the answer'),
  state: equipmentLiveStateSchema.describe('State that the device reported; `error` is the problem'),
});
export type ConnectionTest = z.infer<typeof connectionTestSchema>;
export type ConnectionTestRequest = z.infer<typeof connectionTestRequestSchema>;
