import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
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

/** A problem that a user or a program reported. Programs add their data in additional fields. */
export const bugReportSchema = z.object({
  id: idSchema,
  report: z.record(z.string().max(200), z.unknown()).describe('As it was sent'),
  logs: z.array(robotLogSchema).optional().describe('Diagnostics of the cell, one for each robot'),
});
export type BugReport = z.infer<typeof bugReportSchema>;
