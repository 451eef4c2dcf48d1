import * as z from 'zod';

/** What a simulated controller can be made to suffer, one for each failure that only hardware causes. */
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
