import { readFileSync } from 'node:fs';
import * as z from 'zod';

const failureSchema = z.object({ title: z.string(), text: z.string() });

const fileResultSchema = z.object({
  /** Path from the root. */
  file: z.string(),
  group: z.string(),
  passed: z.number(),
  failed: z.number(),
  /** Environment, imports and hooks of the file, milliseconds. */
  setUpMS: z.number(),
  /** Tests with their own hooks, milliseconds. */
  testMS: z.number(),
  /** At most five tests of the file, slowest first. */
  slowest: z.array(z.object({ title: z.string(), ms: z.number() })),
  failures: z.array(failureSchema),
});

const runResultSchema = z.object({
  files: z.array(fileResultSchema),
  /** Errors outside every file, such as a rejection that no test handled. */
  errors: z.array(failureSchema),
});

export type Failure = z.infer<typeof failureSchema>;
/** Results of one test file. */
export type FileResult = z.infer<typeof fileResultSchema>;
/** Results of one run of vitest, as the reporter writes them. */
export type RunResult = z.infer<typeof runResultSchema>;

/** Reads the reporter's results. Returns undefined if vitest ended before writing them. */
export function readRunResult(path: string): RunResult | undefined {
  try {
    return runResultSchema.parse(JSON.parse(readFileSync(path, 'utf8')));
  } catch {
    return undefined;
  }
}

export const totalMS = ({ setUpMS, testMS }: FileResult): number => setUpMS + testMS;
