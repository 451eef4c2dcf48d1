import * as z from 'zod';
import { robotKindSchema } from './robot.ts';

/** The line's controller as a client of a robot session. */
export const lineClient = { id: 'external-control', name: 'External control' } as const;

/** Messages to a robot session that external control sends. */
const lineCommands: ReadonlySet<string> = new Set([
  'loadRoutine',
  'playRoutine',
  'pauseRoutine',
  'resumeRoutine',
  'stop',
  'recover',
  'confirmStep',
  'acquireControl',
  'releaseControl',
  'controlHeartbeat',
]);

export function isLineCommand(kind: string): boolean {
  return lineCommands.has(kind);
}

const count = z.number().int().min(0);
const byte = z.number().int().min(0).max(255);

export const lineConnectionSchema = z.object({
  /** Unique among the connections of the adapter. */
  id: count,
  kind: z.enum(['exclusiveOwner', 'inputOnly', 'listenOnly', 'explicit']),
  /** Address of the scanner. */
  peer: z.string(),
  /** Interval of the packets that it sends, and its time-out. */
  intervalMS: z.number(),
  timeoutMS: z.number(),
  received: count,
  sent: count,
  lost: count.describe('Packets missing between others that arrived'),
  outOfOrder: count.describe('Packets that arrived late or twice'),
  malformed: count.describe('Packets of a wrong size'),
});
export type LineConnection = z.infer<typeof lineConnectionSchema>;

export const lastLineCommandSchema = z.object({
  name: z.string(),
  at: z.iso.datetime(),
  result: z.enum(['accepted', 'refused', 'pending']),
  /** Why it was refused. */
  message: z.string(),
});

/** State of the adapter, as its process publishes it. */
export const externalControlStateSchema = z.object({
  at: z.iso.datetime(),
  status: z.enum(['listening', 'failed']),
  /** Why it does not listen, and what to do. */
  failure: z.string().nullable(),
  host: z.string(),
  port: z.number().int(),
  ioPort: z.number().int(),
  robotKind: robotKindSchema,
  connections: z.array(lineConnectionSchema),
  /** How often an owner was lost since the adapter started. */
  lossCount: count,
  isRun: z.boolean().describe('Whether the owner runs; commands of an idle owner are ignored'),
  lastCommand: lastLineCommandSchema.nullable(),
  inputs: z.array(byte).describe('Assembly 100, from the cell'),
  outputs: z.array(byte).describe('Assembly 150, to the cell'),
});
export type ExternalControlState = z.infer<typeof externalControlStateSchema>;
