import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { oneLine } from '../basics/text.ts';
import { robotKindSchema } from '../robot/robot.ts';
import { journalEntrySchema } from '../run/run.ts';
import { robotSessionStateSchema } from '../run/runner-state.ts';

/** State of a robot at the time of a report: a summary of its session and the end of its latest run. */
export const robotLogSchema = z.object({
  robotKind: robotKindSchema,
  state: robotSessionStateSchema
    .pick({
      isTwin: true,
      kind: true,
      isControllerConnected: true,
      brakes: true,
      controlMode: true,
      stopEpoch: true,
      failure: true,
      safety: true,
      payload: true,
      routine: true,
      run: true,
    })
    .nullable()
    .describe('Null while the session is starting'),
  journal: z.array(journalEntrySchema).describe('The last entries of its newest run, in order'),
  problem: z.string().optional().describe('Reason why there is no journal'),
});
export type RobotLog = z.infer<typeof robotLogSchema>;

/** Maximum length of an attached archive, characters of base64. */
export const maxBundleLength = 700_000;

/** Archive that is attached to a report. */
export const attachedBundleSchema = z.object({
  fileName: z.string().min(1).max(200).regex(oneLine, 'A file name must not contain control characters'),
  content: z.base64().max(maxBundleLength, 'An attached archive has at most 500 kB'),
});

/** A problem that a user or a program reported. Programs add their data in additional fields. */
export const bugReportSchema = z.object({
  id: idSchema,
  report: z
    .record(z.string().max(200), z.unknown())
    .refine((report) => Object.keys(report).length > 0, 'The report is empty. Describe the problem')
    .describe('As it was sent'),
  logs: z.array(robotLogSchema).optional().describe('Diagnostics of the cell, one for each robot'),
  bundle: attachedBundleSchema.optional().describe('Diagnostics with logs, as an archive'),
});
export type BugReport = z.infer<typeof bugReportSchema>;

/** A report in a list, without the content of its archive. Reports of earlier releases may be empty. */
export const listedBugReportSchema = bugReportSchema.omit({ bundle: true }).extend({
  report: z.record(z.string().max(200), z.unknown()).describe('As it was sent'),
  bundleFileName: z.string().optional().describe('Absent if no archive is attached'),
});
export type ListedBugReport = z.infer<typeof listedBugReportSchema>;
