/** Capabilities: operations of devices that steps use by name, whatever the kind of the device. */
import type { FailureKind } from '@cellwright/domain/robot';
import * as z from 'zod';

/** Reason why a device did not carry out a command. */
export const deviceFailureReasonSchema = z.enum([
  /** Outside the range of this device; nothing was sent. */
  'outOfRange',
  /** Still carrying out an earlier command; nothing was sent. */
  'busy',
  /** No connection; nothing was sent. */
  'unreachable',
  /** The device refused the command or answered nonsense. */
  'deviceFault',
  /** It ended at another position than commanded. */
  'targetNotReached',
  /** It did not end in time and was stopped. */
  'timeout',
  /** The command was sent, and the connection lost before the outcome was known. */
  'outcomeUnknown',
]);
export type DeviceFailureReason = z.infer<typeof deviceFailureReasonSchema>;

export interface DeviceFailure {
  readonly kind: FailureKind;
  readonly reason: DeviceFailureReason;
  /** Message for the operator: what is wrong and what to do next. */
  readonly message: string;
  /** True if nothing was done and the same command may succeed soon. */
  readonly mayRetry: boolean;
  /** Device that the equipment service chose. */
  readonly equipmentID?: string | undefined;
}

/** Result of a command. `stopped`: a stop ended it. */
export type DeviceResult<Outcome> =
  | { readonly ok: true; readonly value: Outcome }
  | { readonly ok: false; readonly failure: DeviceFailure }
  | { readonly ok: false; readonly stopped: true };

/** A device that takes commands. */
export interface CommandedDevice<Command, Outcome> {
  /**
   * Carries out one command. Never rejects. When the signal aborts, a motion in progress is stopped, and a command that
   * was not sent yet is never sent.
   */
  actuate(command: Command, signal: AbortSignal): Promise<DeviceResult<Outcome>>;
}

/** Carries the types of a capability; no such value exists. */
declare const typesOf: unique symbol;

/**
 * Properties of every capability. `Device` is the interface of a driver, `Description` the limits of a kind for a
 * configuration, `Simulated` the interface of a simulator for tests and simulated cells.
 */
export interface Capability<Device, Description, Simulated> {
  /** Name of such a device in messages: 'gripper', 'vacuum gripper'. */
  readonly label: string;
  readonly [typesOf]?: { readonly device: Device; readonly description: Description; readonly simulated: Simulated };
}

/** Capabilities of tools without which another device must not act. */
export type RequiredTool = 'torch';

/** A capability with commands. Sensors and other devices that only report are plain capabilities. */
export interface CommandedCapability<Command, Outcome, Description, Simulated>
  extends Capability<CommandedDevice<Command, Outcome>, Description, Simulated> {
  readonly command: z.ZodType<Command>;
  /** Outcome of a successful command. */
  readonly outcome: z.ZodType<Outcome>;
  /** Failure of a run whose command failed. */
  readonly failureKind: FailureKind;
  /** A command and its outcome on success. */
  readonly example: { readonly command: Command; readonly outcome: Outcome };
  /** Time that a command may take from the caller's view, ms, including its device's own limit. */
  readonly deadlineMS: number;
  /** True if it moves the base of the arm: the arm does not move meanwhile. */
  readonly movesBase?: boolean;
  /** True if a command only reads: it may be repeated, and its outcome is not stored. A method, like describers. */
  changesNothing?(command: Command): boolean;
  /** Returns the capability of the tool that the arm must carry for the command; undefined if it needs none. */
  requiredTool?(command: Command): RequiredTool | undefined;
}

export type DeviceIn<Any> = Any extends Capability<infer Device, infer _Description, infer _Simulated> ? Device : never;
export type DescriptionIn<Any> =
  Any extends Capability<infer _Device, infer Description, infer _Simulated> ? Description : never;
export type SimulatedIn<Any> =
  Any extends Capability<infer _Device, infer _Description, infer Simulated> ? Simulated : never;

type Answering<Outcome> = Pick<CommandedCapability<unknown, Outcome, unknown, unknown>, 'outcome' | 'failureKind'>;

/** Cached by capability: every command needs one, and the first parse with a schema is slow. */
const resultSchemas = new WeakMap<object, z.ZodType<DeviceResult<unknown>>>();

/** Returns the schema for the result of a command, which gRPC carries as JSON. */
export function resultSchemaOf<Outcome>(capability: Answering<Outcome>): z.ZodType<DeviceResult<Outcome>> {
  // Sound: it was made for this very capability.
  const known = resultSchemas.get(capability) as z.ZodType<DeviceResult<Outcome>> | undefined;
  if (known) return known;
  const schema = createResultSchema(capability);
  resultSchemas.set(capability, schema);
  return schema;
}

function createResultSchema<Outcome>({ outcome, failureKind }: Answering<Outcome>): z.ZodType<DeviceResult<Outcome>> {
  return z.union([
    z.object({ ok: z.literal(true), value: outcome }),
    z.object({
      ok: z.literal(false),
      failure: z.object({
        kind: z.literal(failureKind),
        reason: deviceFailureReasonSchema,
        message: z.string(),
        mayRetry: z.boolean(),
        equipmentID: z.string().optional(),
      }),
    }),
    z.object({ ok: z.literal(false), stopped: z.literal(true) }),
  ]);
}
