import * as z from 'zod';
import { externalProtocols } from './external-control.ts';
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

export const modbusConnectionSchema = z.object({
  /** Unique among the connections since the server started. */
  id: count,
  peer: z.string(),
  isOwner: z.boolean(),
  requests: count,
  refused: count.describe('Requests answered with an exception'),
  idleMS: count.describe('Time since the last request'),
});
export type ModbusConnection = z.infer<typeof modbusConnectionSchema>;

/** State of the Modbus server. */
export const modbusStateSchema = z.object({
  status: z.enum(['listening', 'failed']),
  /** Why it does not listen, and what to do. */
  failure: z.string().nullable(),
  host: z.string(),
  port: z.number().int(),
  connections: z.array(modbusConnectionSchema),
  rejected: count.describe('Connections that were closed at once: the client is not allowed, or there are too many'),
  malformed: count.describe('Connections that were closed because their data were no Modbus'),
  lossCount: count,
  words: z.array(z.number().int().min(0).max(0xffff)).describe('Command registers, as holding registers from 0'),
});
export type ModbusState = z.infer<typeof modbusStateSchema>;

export const opcUASessionSchema = z.object({
  /** Unique among the sessions since the server started. */
  id: z.string(),
  peer: z.string(),
  /** Name that the client gave its session. */
  name: z.string(),
  user: z.string().describe('Name of the user; empty for a session without one'),
  isOwner: z.boolean(),
  isEncrypted: z.boolean(),
  writes: count,
  refused: count.describe('Writes that were refused'),
});
export type OpcUASession = z.infer<typeof opcUASessionSchema>;

/** Client that the OPC UA server refused. */
export const opcUARefusalSchema = z.object({
  at: z.iso.datetime(),
  peer: z.string(),
  reason: z.enum(['certificate', 'password', 'waiting', 'permission', 'owner', 'value', 'connections']),
  /** Name of the user or of the certificate; empty if unknown. */
  name: z.string(),
  thumbprint: z.string().describe('SHA-1 of the certificate; empty if the reason is another'),
});
export type OpcUARefusal = z.infer<typeof opcUARefusalSchema>;
export type OpcUARefusalReason = OpcUARefusal['reason'];

/** State of the OPC UA server. */
export const opcUAStateSchema = z.object({
  status: z.enum(['starting', 'listening', 'failed']),
  /** Why it does not listen, and what to do. */
  failure: z.string().nullable(),
  host: z.string(),
  port: z.number().int(),
  endpoint: z.string().describe('URL of the server; empty until it listens'),
  thumbprint: z.string().describe('SHA-1 of the certificate of the server; empty until it listens'),
  sessions: z.array(opcUASessionSchema),
  refusals: z.array(opcUARefusalSchema).describe('The last ten, newest first'),
  refusedCount: count,
  lossCount: count,
  words: z.array(z.number().int().min(0).max(0xffff)).describe('Command and LineHeartbeat as last written'),
});
export type OpcUAState = z.infer<typeof opcUAStateSchema>;

/** Client that owns the cell: the only one whose commands count. */
export const cellOwnerSchema = z.object({
  protocol: z.enum(externalProtocols),
  /** Address of the client; for a user, with the name. */
  peer: z.string(),
  since: z.iso.datetime(),
});
export type CellOwner = z.infer<typeof cellOwnerSchema>;

export const lastLineCommandSchema = z.object({
  name: z.string(),
  at: z.iso.datetime(),
  result: z.enum(['accepted', 'refused', 'pending']),
  /** Reason of the refusal. */
  message: z.string(),
});

/** State of external control, as its process publishes it. Without another name, a field is of the EtherNet/IP adapter. */
export const externalControlStateSchema = z.object({
  at: z.iso.datetime(),
  owner: cellOwnerSchema.nullable(),
  modbus: modbusStateSchema.nullable().describe('Null while it is off'),
  opcUA: opcUAStateSchema.nullable().describe('Null while it is off'),
  status: z.enum(['off', 'listening', 'failed']),
  /** Reason why it does not listen, and what to do. */
  failure: z.string().nullable(),
  host: z.string(),
  port: z.number().int(),
  ioPort: z.number().int(),
  robotKind: robotKindSchema,
  connections: z.array(lineConnectionSchema),
  /** Number of lost owners since the adapter started. */
  lossCount: count,
  isRun: z.boolean().describe('Whether the owner runs; commands of an idle owner are ignored'),
  lastCommand: lastLineCommandSchema.nullable(),
  inputs: z.array(byte).describe('Assembly 100, from the cell'),
  outputs: z.array(byte).describe('Assembly 150, to the cell'),
});
export type ExternalControlState = z.infer<typeof externalControlStateSchema>;
