import * as z from 'zod';
import { isErrorCode } from './errors.ts';
import { robotKindSchema } from './robot.ts';
import type { RunnerMessageKind } from './runner-messages.ts';

/** Through which door a command came. */
export const doorSchema = z.enum(['http', 'socket', 'feathers', 'cli', 'cell']);
export type Door = z.infer<typeof doorSchema>;

const short = (maximum: number) => z.string().max(maximum);

/**
 * One command that somebody gave, as the audit log keeps it: who, through which door, what, to what, and what came of it.
 * Never a document or a secret: of what was sent, its SHA-256.
 */
export const auditEntrySchema = z.object({
  /** Unique for ever: an entry that arrives twice is kept once. */
  id: short(200).min(1),
  at: z.iso.datetime(),
  subject: z.object({ id: short(128), name: short(200) }).describe('Empty when nobody was recognised'),
  door: doorSchema,
  action: short(200).min(1).describe("What was commanded: 'routines.patch', 'runner.playRoutine', 'POST /api/v1/…'"),
  target: short(300).describe("To what: 'routines/routine_1', 'robots/live'"),
  outcome: z.enum(['accepted', 'refused']),
  code: z.string().refine(isErrorCode, 'is no error code').nullable().describe('Why it was refused'),
  robotKind: robotKindSchema.nullable(),
  traceID: short(64).nullable(),
  contentHash: short(64).nullable().describe('SHA-256 of what was sent, hex'),
  count: z.number().int().min(1).default(1).describe('How many commands this entry stands for'),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** An entry in its place in the chain. */
export const chainedEntrySchema = auditEntrySchema.extend({
  seq: z.number().int().min(1),
  /** SHA-256 over the hash before, the seq and the entry, hex. */
  hash: z.string().length(64),
});
export type ChainedEntry = z.infer<typeof chainedEntrySchema>;

/** Messages to a robot session that change nothing: the audit log does not keep them. */
const onlyAsks: ReadonlySet<string> = new Set<RunnerMessageKind>([
  'getStateSnapshot',
  'getLoadedRoutineState',
  'getResumption',
  'getControlMode',
  'getGlobalSpeedLimits',
  'getAntigravityConfigs',
  'getJointAnglesForCartesianSpacePose',
  'evaluateConditional',
  'forwardKinematics',
  'inverseKinematics',
  'holdHeartbeat',
  'controlHeartbeat',
]);

/** Whether a message to a robot session, also an unknown one, goes into the audit log. */
export function isAuditedMessage(kind: string): boolean {
  return !onlyAsks.has(kind);
}

/** Stands for entries that the door could not keep until they were sent; `count` says how many. */
export const droppedAction = 'audit.dropped';
