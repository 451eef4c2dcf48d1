/** What steps ask equipment for. A capability is one command and one result schema, and what a driver and a simulator must offer. */
import type { z } from 'zod';
import {
  type Gripper,
  type GripperDescription,
  gripperCommandSchema,
  gripperResultSchema,
  type SimulatedGripper,
} from './gripper.ts';

export { type BaseDescription, type BaseTrait, baseTraitsOf } from './base.ts';
export * from './gripper.ts';
export type { ToolDescription } from './tool.ts';

/**
 * What a kind's contract says about each capability it has, given the device's configuration. Methods, because their
 * parameters compare both ways: code that looked a contract up by its configuration's kind can call it.
 */
export interface CapabilityDescribers<Config> {
  gripper(config: Config): GripperDescription;
}
export type CapabilityName = keyof CapabilityDescribers<never>;

/** What a driver offers for each capability. */
export interface CapabilityDevices extends Record<CapabilityName, CommandableDevice> {
  readonly gripper: Gripper;
}

/** What a simulator offers for each capability. */
export interface SimulatedCapabilities extends Record<CapabilityName, unknown> {
  readonly gripper: SimulatedGripper;
}

/** A device looked up by the name of a capability, to be given a command that the capability's schema has read. */
export interface CommandableDevice {
  actuate(command: unknown, signal: AbortSignal): Promise<unknown>;
}
type CommandOf<Name extends CapabilityName> = Parameters<CapabilityDevices[Name]['actuate']>[0];
type ResultOf<Name extends CapabilityName> = Awaited<ReturnType<CapabilityDevices[Name]['actuate']>>;

/** The schemas of each capability: what crosses gRPC as JSON. */
export const capabilitySchemas: {
  readonly [Name in CapabilityName]: {
    readonly command: z.ZodType<CommandOf<Name>>;
    readonly result: z.ZodType<ResultOf<Name>>;
  };
} = {
  gripper: { command: gripperCommandSchema, result: gripperResultSchema },
};

export function isCapabilityName(name: string): name is CapabilityName {
  return Object.hasOwn(capabilitySchemas, name);
}
