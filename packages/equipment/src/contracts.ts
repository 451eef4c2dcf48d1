/** Every equipment kind's contract, and reading of configurations. For the browser too: no sockets here. */
import { invalidConfigurationSchema } from '@cellwright/domain';
import type { z } from 'zod';
import {
  type BaseDescription,
  baseTraitsOf,
  type CapabilityName,
  type GripperDescription,
  isCapabilityName,
  type ToolDescription,
} from './capabilities/index.ts';
import type { AnyContract, ConfigOf, DeviceAddress } from './framework/contract.ts';
import { customBaseContract } from './kinds/CustomBase/contract.ts';
import { onRobot2FG7Contract } from './kinds/OnRobot2FG7/contract.ts';

export type {
  AnyContract,
  DeviceAddress,
  EquipmentContract,
  EquipmentExample,
  FieldMeta,
} from './framework/contract.ts';

/** One line per kind. `drivers.ts` and `sims.ts` do not compile without the same line. */
export const equipmentContracts = {
  CustomBase: customBaseContract,
  OnRobot2FG7: onRobot2FG7Contract,
} as const satisfies Record<string, AnyContract>;

export type EquipmentContracts = typeof equipmentContracts;
export type EquipmentKind = keyof EquipmentContracts;
/** A valid configuration of any kind. */
export type EquipmentConfig = { [Kind in EquipmentKind]: ConfigOf<EquipmentContracts[Kind]> }[EquipmentKind];

export const equipmentKinds: readonly EquipmentKind[] = Object.keys(equipmentContracts).filter(isEquipmentKind);

export function isEquipmentKind(kind: string): kind is EquipmentKind {
  return Object.hasOwn(equipmentContracts, kind);
}

/** The contract of a kind, without its own types. */
export function contractOf(kind: EquipmentKind): AnyContract {
  return equipmentContracts[kind];
}

/** What devices of a kind can do; nothing for a kind that does not exist. */
export function capabilitiesOfKind(kind: string): readonly CapabilityName[] {
  if (!isEquipmentKind(kind)) return [];
  return Object.keys(equipmentContracts[kind].capabilities).filter(isCapabilityName);
}

/** What the device with this configuration is as a gripper; undefined when it is none. */
export function describeGripper(config: EquipmentConfig): GripperDescription | undefined {
  return contractOf(config.kind).capabilities.gripper?.(config);
}

/** What a device is as a gripper, whatever its configuration is; undefined when it is none, or cannot be read. */
export function gripperOf(config: unknown): GripperDescription | undefined {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? describeGripper(parsed.config) : undefined;
}

/** What the device with this configuration adds to the arm on its flange; undefined when it is no tool. */
export function describeTool(config: EquipmentConfig): ToolDescription | undefined {
  return contractOf(config.kind).tool?.(config);
}

/** Where the device with this configuration puts the arm's base; undefined when the arm does not stand on it. */
export function describeBase(config: EquipmentConfig): BaseDescription | undefined {
  return contractOf(config.kind).base?.(config);
}

/** What steps may ask of the device with this configuration: what its kind can do, and what it is to the arm. */
export function capabilitiesOfConfig(config: EquipmentConfig): readonly string[] {
  const base = describeBase(config);
  return [...capabilitiesOfKind(config.kind), ...(base ? baseTraitsOf(base) : [])];
}

/** Where the real device is found. */
export function addressOf(config: EquipmentConfig): DeviceAddress {
  return contractOf(config.kind).address(config);
}

/** A configuration that could not be read, with its text kept. */
export type InvalidConfiguration = z.infer<typeof invalidConfigurationSchema>;

export type ParsedConfig =
  | { readonly isValid: true; readonly config: EquipmentConfig }
  | { readonly isValid: false; readonly config: InvalidConfiguration };

/** Most problems that are kept. */
const maxProblems = 50;

/**
 * Reads a device's configuration. What no kind understands becomes InvalidConfiguration and keeps its text; an
 * InvalidConfiguration that comes back is read again, because a newer version may understand it.
 */
export function parseEquipmentConfig(raw: unknown): ParsedConfig {
  const invalid = invalidConfigurationSchema.safeParse(raw);
  if (!invalid.success) return parseKind(raw);
  const again = parseKind(parseJson(invalid.data.rawConfig));
  return again.isValid ? again : { isValid: false, config: invalid.data };
}

function parseKind(raw: unknown): ParsedConfig {
  const kind = readText(raw, 'kind');
  if (kind === undefined) return reject(raw, ['kind: Choose the kind of the device']);
  if (!isEquipmentKind(kind)) return reject(raw, [`kind: No equipment kind "${kind}" exists`]);
  const parsed = equipmentContracts[kind].config.safeParse(raw);
  if (parsed.success) return { isValid: true, config: parsed.data };
  return reject(raw, parsed.error.issues.slice(0, maxProblems).map(describeIssue));
}

function reject(raw: unknown, problems: string[]): ParsedConfig {
  return {
    isValid: false,
    config: {
      kind: 'InvalidConfiguration',
      name: readText(raw, 'name') ?? '',
      rawConfig: typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? ''),
      problems,
    },
  };
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.length > 0 ? path.join('.') : 'configuration'}: ${message}`;
}

function readText(raw: unknown, field: string): string | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, field)) return undefined;
  const value: unknown = Reflect.get(raw, field);
  return typeof value === 'string' ? value.slice(0, 200) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
