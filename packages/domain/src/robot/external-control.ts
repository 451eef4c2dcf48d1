import * as z from 'zod';
import { cleanHost, findHostProblem } from '../basics/host.ts';
import { idSchema } from '../basics/ids.ts';
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

const listenHostSchema = z
  .string()
  .overwrite(cleanHost)
  .max(253)
  .superRefine((host, context) => {
    const problem = host === '' ? undefined : findHostProblem(host);
    if (problem !== undefined) context.addIssue({ code: 'custom', message: problem });
  })
  .default('');

/** Reaction to the loss of the client that owns the cell. */
export const connectionLossSchema = z.enum(['pause', 'stop', 'ignore']);
export type ConnectionLoss = z.infer<typeof connectionLossSchema>;

export const etherNetIPAdapterSchema = z.object({
  host: listenHostSchema.describe('Address that the adapter listens on; empty when it is not used'),
  port: z.number().int().min(1).max(65_535).default(44_818).describe('Port of messages, TCP and UDP'),
  ioPort: z.number().int().min(1).max(65_535).default(2222).describe('UDP port of cyclic data'),
  uponConnectionLoss: connectionLossSchema.default('stop').describe('Behaviour of a run when the line is disconnected'),
  assemblies: z
    .array(etherNetIPAssemblySchema)
    .max(32)
    .default([])
    .refine((all) => new Set(all.map(({ instance }) => instance)).size === all.length, {
      message: 'Two assemblies have the same instance number. Give each its own',
    }),
});

const network = z.union([z.ipv4(), z.cidrv4(), z.ipv6(), z.cidrv6()]);
const clientAddress = z
  .string()
  .trim()
  .max(49)
  .refine((text) => network.safeParse(text).success, {
    message: 'must be an IP address such as 192.168.10.5, or a network such as 192.168.10.0/24',
  });

/** Settings of the Modbus TCP server. */
export const modbusServerSchema = z.object({
  isEnabled: z.boolean().default(false),
  host: listenHostSchema.describe('Address that the server listens on; empty when it is not used'),
  port: z.number().int().min(1).max(65_535).default(502),
  watchdogMS: z
    .number()
    .int()
    .min(100)
    .max(60_000)
    .default(2000)
    .describe('Time without a write after which the owner is lost, ms'),
  uponConnectionLoss: connectionLossSchema.default('stop').describe('Behaviour of a run when the owner is lost'),
  allowedClients: z
    .array(clientAddress)
    .max(32)
    .default([])
    .describe('Addresses and networks of clients; empty for every client'),
});
export type ModbusServerSettings = z.infer<typeof modbusServerSchema>;

const thumbprint = z
  .string()
  .overwrite((text) => text.replace(/[\s:]/g, '').toLowerCase())
  .regex(/^[0-9a-f]{40}$/, 'must be the SHA-1 thumbprint of a certificate: 40 hexadecimal digits');

/** Settings of the OPC UA server. */
export const opcUAServerSchema = z.object({
  isEnabled: z.boolean().default(false),
  host: listenHostSchema.describe('Address that the server listens on; empty when it is not used'),
  port: z.number().int().min(1).max(65_535).default(4840),
  sessionTimeoutMS: z
    .number()
    .int()
    .min(1000)
    .max(600_000)
    .default(10_000)
    .describe('Time without a request after which a session is lost, ms; the maximum that a client may ask for'),
  uponConnectionLoss: connectionLossSchema.default('stop').describe('Behaviour of a run when the owner is lost'),
  isAnonymousReadAllowed: z.boolean().default(false).describe('Clients may read without a user'),
  isUnencryptedAllowed: z
    .boolean()
    .default(false)
    .describe('Offers the security policy None as well: nothing but the password is encrypted'),
  trustedClients: z
    .array(thumbprint)
    .max(32)
    .default([])
    .describe('SHA-1 thumbprints of the certificates of clients; empty for every client'),
});
export type OpcUAServerSettings = z.infer<typeof opcUAServerSchema>;

/** Settings for commands from outside the cell. */
export const externalControlSettingsSchema = z.object({
  id: z.string(),
  isEnabled: z.boolean().default(false),
  isInForce: z
    .boolean()
    .default(false)
    .describe(
      'True if the cell follows these settings. Set by the cell; false while an address or the feature is missing, and for ports of the robot',
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
  modbus: modbusServerSchema.prefault({}),
  opcUA: opcUAServerSchema.prefault({}),
  defaultRoutineID: idSchema.nullable().default(null).describe('Routine played when the line names none'),
});
export type ExternalControlSettings = z.infer<typeof externalControlSettingsSchema>;

/** Protocols by which the cell can be commanded from outside. */
export const externalProtocols = ['etherNetIP', 'modbus', 'opcUA'] as const;
export type ExternalProtocol = (typeof externalProtocols)[number];

/** Returns for each protocol whether it is effective: switched on, with an address, and allowed by its feature. */
export function findEffectiveProtocols(
  { isEnabled, etherNetIPAdapter, modbus, opcUA }: ExternalControlSettings,
  isEtherNetIPAllowed: boolean,
): Readonly<Record<ExternalProtocol, boolean>> {
  return {
    etherNetIP: isEnabled && isEtherNetIPAllowed && etherNetIPAdapter.host !== '',
    modbus: isEnabled && modbus.isEnabled && modbus.host !== '',
    opcUA: isEnabled && opcUA.isEnabled && opcUA.host !== '',
  };
}

/** Returns the TCP ports of the protocols that are switched on, also while the feature of one is missing. */
export function listProtocolPorts(settings: ExternalControlSettings): readonly number[] {
  const { etherNetIPAdapter, modbus, opcUA } = settings;
  const ports = { etherNetIP: etherNetIPAdapter.port, modbus: modbus.port, opcUA: opcUA.port };
  const isEffective = findEffectiveProtocols(settings, true);
  return externalProtocols.filter((protocol) => isEffective[protocol]).map((protocol) => ports[protocol]);
}

/** Returns the ports for commands and reports of external control, by full name; empty while it is off. */
export function externalControlPortsOf({
  isEnabled,
  isRobotIOEnabled,
  ioPorts,
}: Pick<ExternalControlSettings, 'isEnabled' | 'isRobotIOEnabled' | 'ioPorts'>): string[] {
  if (!isEnabled || !isRobotIOEnabled) return [];
  return ioPorts.map(({ direction, port }) => ioPortName({ kind: direction === 'input' ? 'Input' : 'Output', port }));
}
