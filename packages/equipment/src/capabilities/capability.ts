/** What a capability is: what steps ask of a device by one name, whatever its kind. */
import type { FailureKind } from '@cellwright/domain';
import * as z from 'zod';

/** Why a device did not do what it was told. */
export const deviceFailureReasonSchema = z.enum([
  /** Outside what this device can do; nothing was sent. */
  'outOfRange',
  /** Still carrying out an earlier command; nothing was sent. */
  'busy',
  /** No connection; nothing was sent. */
  'unreachable',
  /** The device refused the command or answered nonsense. */
  'deviceFault',
  /** It ended elsewhere than it was told to. */
  'targetNotReached',
  /** It did not end in time; it was told to stop. */
  'timeout',
  /** The command was sent, and the connection lost before the outcome was known. */
  'outcomeUnknown',
]);
export type DeviceFailureReason = z.infer<typeof deviceFailureReasonSchema>;

export interface DeviceFailure {
  readonly kind: FailureKind;
  readonly reason: DeviceFailureReason;
  /** For the operator: what is wrong and what to do next. */
  readonly message: string;
  /** Nothing was done, and the same command may succeed in a moment. */
  readonly mayRetry: boolean;
  /** The device, where the service of the devices has chosen it. */
  readonly equipmentID?: string | undefined;
}

/** How a command ended. `stopped`: a stop ended it. */
export type DeviceResult<Outcome> =
  | { readonly ok: true; readonly value: Outcome }
  | { readonly ok: false; readonly failure: DeviceFailure }
  | { readonly ok: false; readonly stopped: true };

/** A device to command. */
export interface CommandedDevice<Command, Outcome> {
  /**
   * Carries out one command. Never rejects. When the signal aborts, a motion under way is stopped and a command that
   * was not sent yet is never sent.
   */
  actuate(command: Command, signal: AbortSignal): Promise<DeviceResult<Outcome>>;
}

/** Carries the types of a capability; there is no such value. */
declare const typesOf: unique symbol;

/**
 * What every capability has. `Device` is what a driver offers, `Description` what a kind says of it given a
 * configuration, `Simulated` what a simulator offers to tests and to simulated cells.
 */
export interface Capability<Device, Description, Simulated> {
  /** What a device that has it is called in messages: 'gripper', 'vacuum gripper'. */
  readonly label: string;
  readonly [typesOf]?: { readonly device: Device; readonly description: Description; readonly simulated: Simulated };
}

/** A capability that is commanded. Sensors and what else only tells are plain capabilities. */
export interface CommandedCapability<Command, Outcome, Description, Simulated>
  extends Capability<CommandedDevice<Command, Outcome>, Description, Simulated> {
  readonly command: z.ZodType<Command>;
  /** What came of a command that succeeded. */
  readonly outcome: z.ZodType<Outcome>;
  /** What a run fails with when a command does. */
  readonly failureKind: FailureKind;
  /** One command, and what comes of it when all goes well. */
  readonly example: { readonly command: Command; readonly outcome: Outcome };
  /** ms that a command may take from the caller's view, its device's own limit included. */
  readonly deadlineMS: number;
  /** It moves what the arm stands on: the arm stands still meanwhile. */
  readonly movesBase?: boolean;
  /** Whether a command only asks: it may be asked again, and what came of it is not remembered. A method, as describers. */
  changesNothing?(command: Command): boolean;
}

export type DeviceIn<Any> = Any extends Capability<infer Device, infer _Description, infer _Simulated> ? Device : never;
export type DescriptionIn<Any> =
  Any extends Capability<infer _Device, infer Description, infer _Simulated> ? Description : never;
export type SimulatedIn<Any> =
  Any extends Capability<infer _Device, infer _Description, infer Simulated> ? Simulated : never;

type Answering<Outcome> = Pick<CommandedCapability<unknown, Outcome, unknown, unknown>, 'outcome' | 'failureKind'>;

/** By the capability: they are asked for with every command, and a schema is slow the first time it parses. */
const resultSchemas = new WeakMap<object, z.ZodType<DeviceResult<unknown>>>();

/** What crosses gRPC as JSON: how a command of the capability ended. */
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
