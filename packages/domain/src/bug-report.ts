import * as z from 'zod';
import { idSchema } from './ids.ts';
import { robotKindSchema } from './robot.ts';
import { journalEntrySchema } from './run.ts';
import { robotSessionStateSchema } from './runner-state.ts';

/** What a robot was at when a report came: the state of its session in short, and the end of its newest run. */
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
  problem: z.string().optional().describe('Why there is no journal'),
});
export type RobotLog = z.infer<typeof robotLogSchema>;

/** What somebody found wrong. Programs send what they know of it, under names of their own. */
export const bugReportSchema = z.object({
  id: idSchema,
  report: z.record(z.string().max(200), z.unknown()).describe('As it was sent'),
  logs: z.array(robotLogSchema).optional().describe('What the cell wrote down of itself, one for each robot'),
});
export type BugReport = z.infer<typeof bugReportSchema>;
