/**
 * Capabilities of equipment that steps use. A capability is one file and one line in `capabilities`; nothing else names
 * it.
 */
import type * as z from 'zod';
import { actionsCapability } from './actions.ts';
import { cameraCapability } from './camera.ts';
import type {
  Capability,
  CommandedCapability,
  CommandedDevice,
  DescriptionIn,
  DeviceIn,
  SimulatedIn,
} from './capability.ts';
import { doorCapability } from './door.ts';
import { filesCapability } from './files.ts';
import { forceSensorCapability } from './force-sensor.ts';
import { gripperCapability } from './gripper.ts';
import { liftCapability } from './lift.ts';
import { machineCapability } from './machine.ts';
import { probeCapability } from './probe.ts';
import { readinessCapability } from './readiness.ts';
import { registersCapability } from './registers.ts';
import { screwdriverCapability } from './screwdriver.ts';
import { torchCapability } from './torch.ts';
import { vacuumCapability } from './vacuum.ts';
import { variablesCapability } from './variables.ts';
import { welderCapability } from './welder.ts';
import { workholdingCapability } from './workholding.ts';

export * from './actions.ts';
export { type BaseDescription, type BaseTrait, baseTraitsOf } from './base.ts';
export * from './camera.ts';
export * from './capability.ts';
export * from './door.ts';
export * from './files.ts';
export * from './force-sensor.ts';
export * from './gripper.ts';
export * from './lift.ts';
export * from './machine.ts';
export * from './probe.ts';
export * from './readiness.ts';
export * from './registers.ts';
export * from './screwdriver.ts';
export * from './tool.ts';
export * from './torch.ts';
export * from './vacuum.ts';
export * from './variables.ts';
export * from './welder.ts';
export * from './workholding.ts';

/** One line per capability. */
export const capabilities = {
  gripper: gripperCapability,
  screwdriver: screwdriverCapability,
  vacuum: vacuumCapability,
  lift: liftCapability,
  registers: registersCapability,
  probe: probeCapability,
  actions: actionsCapability,
  forceSensor: forceSensorCapability,
  files: filesCapability,
  variables: variablesCapability,
  machine: machineCapability,
  door: doorCapability,
  workholding: workholdingCapability,
  readiness: readinessCapability,
  camera: cameraCapability,
  welder: welderCapability,
  torch: torchCapability,
} as const satisfies Record<string, Capability<unknown, unknown, unknown>>;

type Capabilities = typeof capabilities;
export type CapabilityName = keyof Capabilities;
/** Capabilities with commands. */
export type CommandedCapabilityName = {
  [Name in CapabilityName]: Capabilities[Name] extends { readonly command: z.ZodType } ? Name : never;
}[CapabilityName];

export type DescriptionOf<Name extends CapabilityName> = DescriptionIn<Capabilities[Name]>;
export type CommandOf<Name extends CommandedCapabilityName> = z.output<Capabilities[Name]['command']>;
export type OutcomeOf<Name extends CommandedCapabilityName> = z.output<Capabilities[Name]['outcome']>;

/** A method, because its parameter is compared bivariantly: code that looks up a contract by its kind can call it. */
interface Describer<Config, Description> {
  describe(config: Config): Description;
}
/** Descriptions of a kind's contract for each capability it has, given the device's configuration. */
export type CapabilityDescribers<Config> = {
  readonly [Name in CapabilityName]: Describer<Config, DescriptionOf<Name>>['describe'];
};

/** Limits of a device for each of its capabilities. */
export type CapabilityDescriptions = { readonly [Name in CapabilityName]?: DescriptionOf<Name> | undefined };

/** Interface of a driver for each capability. */
export type CapabilityDevices = { readonly [Name in CapabilityName]: DeviceIn<Capabilities[Name]> };

/** Interface of a simulator for each capability. */
export type SimulatedCapabilities = { readonly [Name in CapabilityName]: SimulatedIn<Capabilities[Name]> };

/** A device looked up by the name of a capability, for commands that the capability's schema has parsed. */
export type AnyCommandedDevice = CommandedDevice<unknown, unknown>;
export type AnyCommandedCapability = CommandedCapability<unknown, unknown, unknown, unknown>;

/** Each capability with commands, by its name. */
export const commandedCapabilities: {
  readonly [Name in CommandedCapabilityName]: CommandedCapability<CommandOf<Name>, OutcomeOf<Name>, unknown, unknown>;
} = capabilities;

export function isCapabilityName(name: string): name is CapabilityName {
  return Object.hasOwn(capabilities, name);
}

export function isCommandedCapability(name: string): name is CommandedCapabilityName {
  return isCapabilityName(name) && 'command' in capabilities[name];
}
