import * as z from 'zod';

/**
 * Checks of a machine tool before it is tended, in order. 'connection': its address responds. 'control': its control
 * responds to queries. 'variables': a request can be written. 'program': the control has the program selected that
 * takes requests. 'door': its sensors show one end. 'cycleStart': an output starts the cycle, and is off.
 */
export const readinessCheckIDs = ['connection', 'control', 'variables', 'program', 'door', 'cycleStart'] as const;

export const readinessSchema = z.object({
  checks: z.array(
    z.object({
      id: z.enum(readinessCheckIDs),
      /** 'unknown': it cannot be checked now. 'notUsed': the machine has no such part. */
      result: z.enum(['ok', 'failed', 'unknown', 'notUsed']),
      /** Problem, and what to do; absent where there is none. */
      detail: z.string().optional(),
    }),
  ),
});
export type Readiness = z.infer<typeof readinessSchema>;
export type ReadinessCheck = Readiness['checks'][number];
