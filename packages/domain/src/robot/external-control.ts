import * as z from 'zod';
import { cleanHost } from '../basics/host.ts';
import { idSchema } from '../basics/ids.ts';
import { oneLine } from '../basics/text.ts';
import { ioLevelSchema, ioPortCounts, ioPortName } from './io.ts';
import { robotKindSchema } from './robot.ts';

/** Function of a digital input of the robot while external control is on. */
export const externalInputMeanings = ['play', 'stop', 'pause', 'resume', 'recover'] as const;
/** Signal of a digital output to the controller of the line. */
export const externalOutputMeanings = ['running', 'paused', 'failed', 'ready'] as const;

const portNumber = z
  .number()
  .int()
  .min(1)
  .max(Math.min(ioPortCounts.Input, ioPortCounts.Output))
  .describe('Number of the port, from 1');

/** A port of the robot and its function. */
export const externalPortSchema = z.discriminatedUnion('direction', [
  z.object({
    direction: z.literal('input'),
    port: portNumber,
    meaning: z.enum(externalInputMeanings),
    activeLevel: ioLevelSchema.default('high'),
  }),
  z.object({
    direction: z.literal('output'),
    port: portNumber,
    meaning: z.enum(externalOutputMeanings),
    activeLevel: ioLevelSchema.default('high'),
  }),
]);

/** A block of data that the adapter exchanges with its scanner. */
export const etherNetIPAssemblySchema = z.object({
  instance: z.number().int().min(1).max(65_535).describe('Number of the assembly instance'),
  direction: z.enum(['input', 'output']).describe('From the view of the line controller'),
  sizeBytes: z.number().int().min(1).max(505).describe('Length of the data, bytes'),
});

export const etherNetIPAdapterSchema = z.object({
  host: z
    .string()
    .overwrite(cleanHost)
    .max(253)
    .regex(/^$|^(?!-)[A-Za-z0-9.:-]+$/, 'must be a host name or an IP address')
    .regex(oneLine)
    .default('')
    .describe('Address that the adapter listens on; empty when it is not used'),
  port: z.number().int().min(1).max(65_535).default(44_818).describe('Port of messages, TCP and UDP'),
  ioPort: z.number().int().min(1).max(65_535).default(2222).describe('UDP port of cyclic data'),
  uponConnectionLoss: z
    .enum(['pause', 'stop', 'ignore'])
    .default('stop')
    .describe('Behaviour of a run when the line is disconnected'),
  assemblies: z
    .array(etherNetIPAssemblySchema)
    .max(32)
    .default([])
    .refine((all) => new Set(all.map(({ instance }) => instance)).size === all.length, {
      message: 'Two assemblies have the same instance number. Give each its own',
    }),
});

/** Settings for commands from outside the cell. */
export const externalControlSettingsSchema = z.object({
  id: z.string(),
  isEnabled: z.boolean().default(false),
  isInForce: z
    .boolean()
    .default(false)
    .describe(
      'True if the cell follows these settings, as of their last change. Set by the cell; false while an address or the feature is missing',
    ),
  robotKind: robotKindSchema.default('live').describe('The robot that is commanded'),
  isRobotIOEnabled: z.boolean().default(false).describe('Command and report over ports of the robot'),
  ioPorts: z
    .array(externalPortSchema)
    .max(32)
    .default([])
    .refine((ports) => new Set(ports.map(({ direction, port }) => `${direction} ${port}`)).size === ports.length, {
      message: 'A port has two meanings. Remove one of them',
    }),
  etherNetIPAdapter: etherNetIPAdapterSchema.prefault({}),
  defaultRoutineID: idSchema.nullable().default(null).describe('Routine played when the line names none'),
});
export type ExternalControlSettings = z.infer<typeof externalControlSettingsSchema>;

/** Returns the ports for commands and reports of external control, by full name; empty while it is off. */
export function externalControlPortsOf({
  isEnabled,
  isRobotIOEnabled,
  ioPorts,
}: Pick<ExternalControlSettings, 'isEnabled' | 'isRobotIOEnabled' | 'ioPorts'>): string[] {
  if (!isEnabled || !isRobotIOEnabled) return [];
  return ioPorts.map(({ direction, port }) => ioPortName({ kind: direction === 'input' ? 'Input' : 'Output', port }));
}
