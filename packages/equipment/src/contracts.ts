/** Every equipment kind's contract, and parsing of configurations. For the browser too, so without sockets. */
import {
  formatVersionField,
  isStoredForm,
  type Migrated,
  migrateDocument,
  stampFormat,
  startOfText,
} from '@cellwright/domain/basics';
import { invalidConfigurationSchema } from '@cellwright/domain/equipment';
import { type FlangeSupply, ioPortName } from '@cellwright/domain/robot';
import type { Pose } from '@cellwright/geometry';
import type * as z from 'zod';
import {
  type BaseDescription,
  bareFlangeTrait,
  baseTraitsOf,
  type CapabilityDescriptions,
  type CapabilityName,
  type DescriptionOf,
  endTraitsOf,
  isCapabilityName,
  type ToolDescription,
  type ToolEnd,
  wristCameraTrait,
} from './capabilities/index.ts';
import type { AnyContract, ConfigOf, DeviceAddress, WiredPort } from './framework/contract.ts';
import { cncMachineContract } from './kinds/CNCMachine/contract.ts';
import { customBaseContract } from './kinds/CustomBase/contract.ts';
import { customCameraContract } from './kinds/CustomCamera/contract.ts';
import { customDeviceContract } from './kinds/CustomDevice/contract.ts';
import { customGripperContract } from './kinds/CustomGripper/contract.ts';
import { customIOContract } from './kinds/CustomIO/contract.ts';
import { dhGripperContract } from './kinds/DHGripper/contract.ts';
import { dualQuickChangerContract } from './kinds/DualQuickChanger/contract.ts';
import { ftpServerContract } from './kinds/FTPServer/contract.ts';
import { liftContract } from './kinds/Lift/contract.ts';
import { modbusTCPServerContract } from './kinds/ModbusTCPServer/contract.ts';
import { noGripperContract } from './kinds/NoGripper/contract.ts';
import { onRobot2FG7Contract } from './kinds/OnRobot2FG7/contract.ts';
import { onRobot2FG14Contract } from './kinds/OnRobot2FG14/contract.ts';
import { onRobot3FG15Contract } from './kinds/OnRobot3FG15/contract.ts';
import { onRobotHEXEContract } from './kinds/OnRobotHEXE/contract.ts';
import { onRobotScrewdriverContract } from './kinds/OnRobotScrewdriver/contract.ts';
import { onRobotVGContract } from './kinds/OnRobotVG/contract.ts';
import { schunkEGxContract } from './kinds/SchunkEGx/contract.ts';
import { secondaryControlBoxContract } from './kinds/SecondaryControlBox/contract.ts';
import { weldMachineEsabContract } from './kinds/WeldMachineEsab/contract.ts';
import { weldMachineGenericContract } from './kinds/WeldMachineGeneric/contract.ts';
import { weldMachineMillerContract } from './kinds/WeldMachineMiller/contract.ts';
import { weldTorchContract } from './kinds/WeldTorch/contract.ts';
import { wristCameraContract } from './kinds/WristCamera/contract.ts';
import type { PackagedConfig, PackagedDevice, PackagedKind } from './packaged/packaged-device.ts';

export type {
  AnyContract,
  CatalogueEntry,
  DeviceAddress,
  EquipmentContract,
  EquipmentExample,
  FieldMeta,
  NetworkAddress,
  WiredAddress,
  WiredPort,
} from './framework/contract.ts';

export { catalogueGroups } from './framework/contract.ts';
export { noAddress } from './framework/passive-address.ts';
export { dispatcherText, programName } from './kinds/CNCMachine/contract-dispatcher.ts';
export { isWeldFieldUsed } from './kinds/WeldMachineGeneric/contract.ts';

/** One line per kind. `drivers.ts` and `sims.ts` do not compile without the same line. */
export const equipmentContracts = {
  CNCMachine: cncMachineContract,
  CustomBase: customBaseContract,
  CustomCamera: customCameraContract,
  CustomDevice: customDeviceContract,
  CustomGripper: customGripperContract,
  CustomIO: customIOContract,
  DHGripper: dhGripperContract,
  FTPServer: ftpServerContract,
  DualQuickChanger: dualQuickChangerContract,
  Lift: liftContract,
  ModbusTCPServer: modbusTCPServerContract,
  NoGripper: noGripperContract,
  OnRobot2FG14: onRobot2FG14Contract,
  OnRobot2FG7: onRobot2FG7Contract,
  OnRobot3FG15: onRobot3FG15Contract,
  OnRobotHEXE: onRobotHEXEContract,
  OnRobotScrewdriver: onRobotScrewdriverContract,
  OnRobotVG: onRobotVGContract,
  SchunkEGx: schunkEGxContract,
  SecondaryControlBox: secondaryControlBoxContract,
  WeldMachineEsab: weldMachineEsabContract,
  WeldMachineGeneric: weldMachineGenericContract,
  WeldMachineMiller: weldMachineMillerContract,
  WeldTorch: weldTorchContract,
  WristCamera: wristCameraContract,
} as const satisfies Record<string, AnyContract>;

export type EquipmentContracts = typeof equipmentContracts;
/** A kind of the product. */
export type EquipmentKind = keyof EquipmentContracts;
/** A kind of the product or of a package. */
export type AnyEquipmentKind = EquipmentKind | PackagedKind;
/** A valid configuration of any kind. */
export type EquipmentConfig =
  | { [Kind in EquipmentKind]: ConfigOf<EquipmentContracts[Kind]> }[EquipmentKind]
  | PackagedConfig;

export const equipmentKinds: readonly EquipmentKind[] = Object.keys(equipmentContracts).filter(isEquipmentKind);

export function isEquipmentKind(kind: string): kind is EquipmentKind {
  return Object.hasOwn(equipmentContracts, kind);
}

interface PackagedDevices {
  readonly devices: readonly PackagedDevice[];
  /** Returns why a kind of a package cannot be used. */
  refuse(kind: PackagedKind): string;
}

let packaged: ReadonlyMap<string, PackagedDevice> = new Map();
let refusePackaged: PackagedDevices['refuse'] = devicePackageMissing;

/** Returns the message for a device kind whose package is not installed. */
export function devicePackageMissing(kind: string): string {
  const [packageName = ''] = kind.split('/');
  return `The package ${packageName} is not installed. Install it and restart the cell`;
}

/** Adds the kinds of packages, in place of those before. */
export function setPackagedDevices({ devices, refuse }: PackagedDevices): void {
  packaged = new Map(devices.map((device) => [device.kind, device]));
  refusePackaged = refuse;
}

/** True for a kind of the product or of a loaded package. */
export function isKnownKind(kind: string): kind is AnyEquipmentKind {
  return isEquipmentKind(kind) || packaged.has(kind);
}

/** Returns the kinds of the product and of loaded packages. */
export function listKinds(): readonly AnyEquipmentKind[] {
  return [...equipmentKinds, ...[...packaged.values()].map(({ kind }) => kind)];
}

const isPackagedKind = (kind: string): kind is PackagedKind => kind.includes('/');

export function isPackagedConfig(config: EquipmentConfig): config is PackagedConfig {
  return isPackagedKind(config.kind);
}

/** Returns a device kind of a package. @throws Error if the package is not loaded. */
export function packagedDeviceOf(kind: PackagedKind): PackagedDevice {
  const device = packaged.get(kind);
  if (device === undefined) throw new Error(refusePackaged(kind));
  return device;
}

/** Returns the contract of a kind, without its own types. @throws Error if its package is not loaded. */
export function contractOf(kind: AnyEquipmentKind): AnyContract {
  return isEquipmentKind(kind) ? equipmentContracts[kind] : packagedDeviceOf(kind).contract;
}

/** Returns the capabilities of a kind; empty for a kind that does not exist. */
export function capabilitiesOfKind(kind: string): readonly CapabilityName[] {
  return isKnownKind(kind) ? Object.keys(contractOf(kind).capabilities).filter(isCapabilityName) : [];
}

/** Describes a capability of the device with this configuration; undefined if it does not have the capability. */
export function describeCapability<Name extends CapabilityName>(
  config: EquipmentConfig,
  name: Name,
): DescriptionOf<Name> | undefined {
  return contractOf(config.kind).capabilities[name]?.(config);
}

/** Describes all capabilities of a device; empty for an invalid configuration. */
export function describeCapabilities(rawConfig: unknown): CapabilityDescriptions {
  const parsed = parseEquipmentConfig(rawConfig);
  if (!parsed.isValid) return {};
  const { config } = parsed;
  let descriptions: CapabilityDescriptions = {};
  for (const name of capabilitiesOfKind(config.kind)) {
    descriptions = { ...descriptions, [name]: describeCapability(config, name) };
  }
  return descriptions;
}

/** Describes what the device with this configuration adds to the arm on its flange; undefined if it is not a tool. */
export function describeTool(config: EquipmentConfig): ToolDescription | undefined {
  return contractOf(config.kind).tool?.(config);
}

/** True if a stored configuration is valid and describes a tool. */
export function isTool(config: unknown): boolean {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid && describeTool(parsed.config) !== undefined;
}

/**
 * Returns the ends on which the device with this configuration carries tools; empty if it carries none or is invalid.
 */
export function describeEnds(rawConfig: unknown): readonly ToolEnd[] {
  const parsed = parseEquipmentConfig(rawConfig);
  return parsed.isValid ? (contractOf(parsed.config.kind).ends?.(parsed.config) ?? []) : [];
}

/**
 * Returns the pose of the arm's base on the device with this configuration; undefined if the arm is not mounted on it.
 */
export function describeBase(config: EquipmentConfig): BaseDescription | undefined {
  return contractOf(config.kind).base?.(config);
}

/** True if the height of the base depends on the live state of the device with this configuration. */
export function isBaseDriven(config: EquipmentConfig): boolean {
  return contractOf(config.kind).baseHeight !== undefined;
}

/**
 * Returns the current pose of a driven base; undefined while it is unknown, for example because it moves. A lift moves
 * straight up, however the arm is rotated on it.
 */
export function findDrivenBase(config: EquipmentConfig, liveState: unknown): Pose | undefined {
  const contract = contractOf(config.kind);
  const state = contract.liveState.safeParse(liveState);
  const base = contract.base?.(config);
  if (!base || !state.success || !state.data.connected || state.data.status === 'busy') return undefined;
  const height = contract.baseHeight?.(state.data);
  return height === undefined ? undefined : { ...base.pose, z: base.pose.z + height };
}

/**
 * Returns everything that steps can require of the device with this configuration: capabilities of its kind, and traits
 * for the arm.
 */
export function capabilitiesOfConfig(config: EquipmentConfig): readonly string[] {
  const base = describeBase(config);
  return [
    ...capabilitiesOfKind(config.kind),
    ...(base ? baseTraitsOf(base) : []),
    ...endTraitsOf(describeEnds(config)),
    ...(contractOf(config.kind).isBareFlange ? [bareFlangeTrait] : []),
    ...(describeCapabilities(config).camera?.isOnWrist ? [wristCameraTrait] : []),
  ];
}

/** Returns the address of the real device. */
export function addressOf(config: EquipmentConfig): DeviceAddress {
  return contractOf(config.kind).address(config);
}

/** Returns the ports of the control box and the flange that the device with this configuration is wired to. */
export function wiredPortsOf(config: unknown): readonly WiredPort[] {
  const parsed = parseEquipmentConfig(config);
  if (!parsed.isValid) return [];
  const address = addressOf(parsed.config);
  return 'ports' in address ? address.ports : (contractOf(parsed.config.kind).wires?.(parsed.config) ?? []);
}

/** Returns the id of the environment object that a door of the device with this configuration closes. */
export function interiorOf(config: unknown): string | undefined {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? contractOf(parsed.config.kind).interior?.(parsed.config) : undefined;
}

/**
 * Returns the flange supply that the device with this configuration needs; undefined if it is not wired to the flange
 * or does not specify it.
 */
export function flangeSupplyOf(config: unknown): FlangeSupply | undefined {
  const parsed = parseEquipmentConfig(config);
  return parsed.isValid ? contractOf(parsed.config.kind).flangeSupply?.(parsed.config) : undefined;
}

/**
 * Returns the full names of the ports that only the device with this configuration sets or reads while it is enabled.
 */
export function drivenPortsOf(config: unknown): readonly string[] {
  return wiredPortsOf(config)
    .filter(({ use }) => use === 'driven')
    .map(ioPortName);
}

/** Placeholder for a stored secret wherever a configuration is shown. */
export const keptSecret = '********';

/** Returns the names of the secret fields of a kind. */
export function secretsOfKind(kind: string): readonly string[] {
  return isKnownKind(kind) ? (contractOf(kind).secrets ?? []) : [];
}

/** Returns the secrets that a configuration contains. */
export function secretValuesOf(config: EquipmentConfig): readonly string[] {
  const values: unknown[] = secretsOfKind(config.kind).map((name) => Reflect.get(config, name));
  return values.filter((value) => typeof value === 'string').filter((value) => value !== '');
}

/** Returns the configuration for display, with a placeholder for each secret that is set. */
export function hideSecrets<Config extends { readonly kind: string }>(config: Config): Config {
  const secrets = secretsOfKind(config.kind).filter((name) => Reflect.get(config, name) !== '');
  return secrets.length === 0
    ? config
    : { ...config, ...Object.fromEntries(secrets.map((name) => [name, keptSecret])) };
}

/** A configuration that could not be parsed, with its text, except for possible secrets in it. */
export type InvalidConfiguration = z.infer<typeof invalidConfigurationSchema>;

export type ParsedConfig =
  | { readonly isValid: true; readonly config: EquipmentConfig }
  | { readonly isValid: false; readonly config: InvalidConfiguration };

/** Maximum number of stored problems. */
const maxProblems = 50;

/**
 * Parses a device's configuration. If no kind can parse it, it becomes InvalidConfiguration and keeps its text; an
 * InvalidConfiguration that comes back is parsed again, because a newer version may support it.
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
  if (!isKnownKind(kind)) {
    const problem = isPackagedKind(kind) ? refusePackaged(kind) : `No equipment kind "${kind}" exists`;
    return reject(raw, [`kind: ${problem}`]);
  }
  const contract = isEquipmentKind(kind) ? equipmentContracts[kind] : packagedDeviceOf(kind).contract;
  const migrated = migrateConfig(raw);
  if (!migrated.ok) return reject(raw, [`configuration: ${migrated.error}`]);
  const { [formatVersionField]: _, ...config } = migrated.value;
  const parsed = contract.config.safeParse(config);
  if (parsed.success) return { isValid: true, config: stampFormat(contract, parsed.data) };
  return reject(raw, parsed.error.issues.slice(0, maxProblems).map(describeIssue));
}

/** Returns a device's configuration in the newest form of its kind; without a known kind it is returned unchanged. */
export function migrateConfig(raw: unknown): Migrated {
  if (!isStoredForm(raw)) return { ok: true, value: {} };
  const { kind, name } = raw;
  if (typeof kind !== 'string' || !isKnownKind(kind)) return { ok: true, value: raw };
  const packageName = isPackagedKind(kind) ? kind.slice(0, kind.indexOf('/')) : undefined;
  return migrateDocument({ noun: kind, ...(typeof name === 'string' && { name }), packageName }, contractOf(kind), raw);
}

function reject(raw: unknown, problems: string[]): ParsedConfig {
  return {
    isValid: false,
    config: {
      kind: 'InvalidConfiguration',
      name: readText(raw, 'name')?.trim() ?? '',
      rawConfig: typeof raw === 'string' ? raw : (JSON.stringify(withoutSecrets(raw)) ?? ''),
      problems,
    },
  };
}

/** The secrets of an unknown kind are unknown, so the secret fields of every kind are removed. */
function withoutSecrets(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return raw;
  const secrets = new Set(equipmentKinds.flatMap(secretsOfKind));
  return Object.fromEntries(Object.entries(raw).filter(([name]) => !secrets.has(name)));
}

function describeIssue({ path, message }: z.core.$ZodIssue): string {
  return `${path.length > 0 ? path.join('.') : 'configuration'}: ${message}`;
}

function readText(raw: unknown, field: string): string | undefined {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, field)) return undefined;
  const value: unknown = Reflect.get(raw, field);
  return typeof value === 'string' ? startOfText(value, 200) : undefined;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
