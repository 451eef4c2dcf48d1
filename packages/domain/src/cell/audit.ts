import * as z from 'zod';
import { isErrorCode } from '../basics/errors.ts';
import { robotKindSchema } from '../robot/robot.ts';
import type { RunnerMessageKind } from '../runner-socket/runner-messages.ts';

/** Entry point of a command. */
export const doorSchema = z.enum(['http', 'socket', 'feathers', 'cli', 'cell']);
export type Door = z.infer<typeof doorSchema>;

const short = (maximum: number) => z.string().max(maximum);

/**
 * A command in the audit log: user, entry point, action, target and result. Never contains a document or a secret, only
 * the SHA-256 of the request.
 */
export const auditEntrySchema = z.object({
  /** Globally unique: an entry that arrives twice is stored once. */
  id: short(200).min(1),
  at: z.iso.datetime(),
  subject: z.object({ id: short(128), name: short(200) }).describe('Empty if no user was recognised'),
  door: doorSchema,
  action: short(200).min(1).describe("The action: 'routines.patch', 'runner.playRoutine', 'POST /api/v1/…'"),
  target: short(300).describe("The target: 'routines/routine_1', 'robots/live'"),
  outcome: z.enum(['accepted', 'refused']),
  code: z.string().refine(isErrorCode, 'is no error code').nullable().describe('Reason of the refusal'),
  robotKind: robotKindSchema.nullable(),
  traceID: short(64).nullable(),
  contentHash: short(64).nullable().describe('SHA-256 of the request, hex'),
  count: z.number().int().min(1).default(1).describe('Number of commands that this entry covers'),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

/** An entry at its position in the chain. */
export const chainedEntrySchema = auditEntrySchema.extend({
  seq: z.number().int().min(1),
  /** SHA-256 of the previous hash, the seq and the entry, hex. */
  hash: z.string().length(64),
});
export type ChainedEntry = z.infer<typeof chainedEntrySchema>;

/** Messages to a robot session that change nothing; they are not audited. */
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

/** True if a message to a robot session is audited; unknown messages are. */
export function isAuditedMessage(kind: string): boolean {
  return !onlyAsks.has(kind);
}

/** Placeholder for entries that the entry point dropped before sending; `count` is their number. */
export const droppedAction = 'audit.dropped';
