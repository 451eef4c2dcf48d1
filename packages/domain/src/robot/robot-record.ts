import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { allPorts, type IOPortKind, ioPortKindSchema, ioPortName, ioPortShortName } from './io.ts';
import { robotKindSchema, runnerStateKindSchema } from './robot.ts';

const signalName = z.string().max(100);

/** Possible exclusive owners of a port of the control box. */
export const ioPortOwners = ['equipment', 'safetyIO', 'externalControl'] as const;
export type IOPortOwner = (typeof ioPortOwners)[number];

/** A port of the control box with the user's names for its levels. */
export const ioPortSchema = z.object({
  name: z.string().max(100),
  shortName: z.string().max(20),
  kind: ioPortKindSchema,
  port: z.number().int().min(1).describe('From 1'),
  portID: z.string().max(100).describe('Name used by steps and protocols'),
  highSignalName: signalName.default('High'),
  lowSignalName: signalName.default('Low'),
  assignedTo: z
    .enum(ioPortOwners)
    .nullable()
    .default(null)
    .describe('Exclusive user of the port: a device, an active safety rule or external control; null: none'),
});
export type IOPort = z.infer<typeof ioPortSchema>;

export const flangeVoltages = ['24V', '12V'] as const;
export const flangeCircuits = ['pnp', 'npn'] as const;
/** Supply of the flange for wired devices: the same for all of its ports. */
export const flangeSupplySchema = z.object({ voltage: z.enum(flangeVoltages), circuit: z.enum(flangeCircuits) });
export type FlangeSupply = z.infer<typeof flangeSupplySchema>;

const portsSchema = z.array(ioPortSchema).max(64);
const addressSchema = z.string().max(64).nullable().default(null);
const timeSchema = z.iso.datetime().nullable().default(null);

/** Modes of robot records. This cell stores records of the first three; the others occur in records of other tools. */
export const robotRecordModes = ['live', 'simulated', 'assembly', 'echo', 'gpu', 'unknown'] as const;
export type RobotRecordMode = (typeof robotRecordModes)[number];

/** Stored data of the robot, without its live state: one document for each context, live and simulated. */
export const robotRecordSchema = z.object({
  id: robotKindSchema,
  robotID: idSchema.describe('Of the robot; the same in both contexts'),
  name: z.string().trim().min(1, 'Name is required').max(200),
  mode: z
    .enum(robotRecordModes)
    .default('unknown')
    .describe("The robot's context, or 'assembly' while the cell is in assembly mode"),
  isDefault: z.boolean(),
  isTwin: z.boolean().describe('A simulated controller stands in for the live robot'),
  model: z.string().max(100),
  serialNumber: z.string().max(100),
  inputs: portsSchema,
  outputs: portsSchema,
  relays: portsSchema,
  flangeInputs: portsSchema,
  flangeOutputs: portsSchema,
  flangeSupply: flangeSupplySchema
    .nullable()
    .default(null)
    .describe('Requirements of the enabled devices on the flange; null: none'),
  latestRoutineID: idSchema.nullable().default(null),
  latestRoutineLoadedAt: timeSchema,
  routineRunnerState: z.object({ kind: runnerStateKindSchema, isPaused: z.boolean() }),
  routineIsPaused: z.boolean(),
  speedRestrictionPercentage: z.number().min(0).max(1).describe('A fraction, 0 to 1'),
  testRunCompletedAt: timeSchema,
  lastActiveAt: timeSchema.describe('Time of the last state change of its session'),
  lastKnownLocalIP: addressSchema,
  lastKnownPublicIP: addressSchema,
  lastKnownEthernetIP: addressSchema,
  lastKnownWifiIP: addressSchema,
});
export type RobotRecord = z.infer<typeof robotRecordSchema>;

/** Lists of ports by their field names in the record. */
export const robotPortLists = {
  inputs: 'Input',
  outputs: 'Output',
  relays: 'Relay',
  flangeInputs: 'FlangeInput',
  flangeOutputs: 'FlangeOutput',
} as const satisfies Partial<Record<keyof RobotRecord, IOPortKind>>;
export type RobotPortList = keyof typeof robotPortLists;

/** Returns the ports of a kind with their default names. */
export function listPorts(kind: IOPortKind): IOPort[] {
  return allPorts
    .filter((ref) => ref.kind === kind)
    .map((ref) => {
      const name = ioPortName(ref);
      const signals = { highSignalName: 'High', lowSignalName: 'Low' };
      return {
        name,
        shortName: ioPortShortName(ref),
        kind,
        port: ref.port,
        portID: name,
        ...signals,
        assignedTo: null,
      };
    });
}

/**
 * Returns the ports after `owner` declared its own, by full name: it takes free ones and returns the others that it
 * had. A safety rule takes its ports from any other owner.
 */
export function assignPorts(ports: readonly IOPort[], owner: IOPortOwner, own: ReadonlySet<string>): IOPort[] {
  return ports.map((port) => {
    const isFree = port.assignedTo === null || port.assignedTo === owner || owner === 'safetyIO';
    if (own.has(port.portID)) return isFree ? { ...port, assignedTo: owner } : port;
    return port.assignedTo === owner ? { ...port, assignedTo: null } : port;
  });
}
