import * as z from 'zod';

/** One expectation of a test, with the observed result. */
export const routineTestVerdictSchema = z.object({
  field: z.string().describe('The field of the test, as in "expect.outputs.Output 1"'),
  /** Null if it concerns no step. */
  stepID: z.string().nullable(),
  passed: z.boolean(),
  expected: z.string(),
  seen: z.string(),
});
export type RoutineTestVerdict = z.output<typeof routineTestVerdictSchema>;

export const routineTestResultSchema = z.object({
  name: z.string(),
  passed: z.boolean(),
  outcome: z
    .enum(['notPlayed', 'completed', 'failed', 'ended'])
    .describe('notPlayed: it could not begin; ended: its time ran out, or it waited for what never came'),
  durationSeconds: z.number().describe('Simulated time of the routine'),
  verdicts: z.array(routineTestVerdictSchema),
});
export type RoutineTestResult = z.output<typeof routineTestResultSchema>;

export const routineTestsReportSchema = z.object({
  routineID: z.string(),
  /** 0 for a file. */
  routineVersion: z.number().int(),
  routineName: z.string(),
  passed: z.boolean(),
  tests: z.array(routineTestResultSchema),
  /** Computing time of the tests themselves, seconds on this machine. */
  computedSeconds: z.number(),
});
export type RoutineTestsReport = z.output<typeof routineTestsReportSchema>;
