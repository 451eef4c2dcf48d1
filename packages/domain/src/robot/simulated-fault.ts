import * as z from 'zod';

/** Faults of a simulated controller, one for each failure that only hardware causes. */
export const simulatedFaultSchema = z.enum([
  'safetyWatchdog',
  'armControlTimeout',
  'powerBoard',
  'unbrake',
  'jointLimit',
  'collision',
  'torqueCollision',
]);
export type SimulatedFault = z.infer<typeof simulatedFaultSchema>;
