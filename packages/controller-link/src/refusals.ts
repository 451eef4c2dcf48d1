import type { ErrorCode } from '@cellwright/domain';
import type { LimitQuantity } from '@cellwright/trajectory';

/** Why a controller refuses a command, and the code of the product's error table it is answered with. */
export const refusalCodes = {
  /** A stop came after the command was given. */
  stale_epoch: 'conflict',
  /** Command was lost with the heartbeat, or never taken: recovering takes it. */
  not_in_command: 'recovery_error',
  /** The peer did not prove that it is a service that may connect. */
  unproven: 'forbidden',
  brakes_engaged: 'brakes_must_be_disengaged',
  /** Accepted while the arm stands on all of its brakes only. */
  brakes_released: 'brakes_must_be_engaged',
  /** A brake was told to open and stays closed. */
  brake_stuck: 'robot_brakes_disengage_failed',
  /** The arm moves, or is in a mode that does not take this command. */
  wrong_mode: 'robot_not_idle',
  /** As everywhere where the arm may not move now. */
  emergency_stopped: 'robot_not_idle',
  safeguard_open: 'robot_not_idle',
  /** The fault's cause is still there. */
  fault_remains: 'recovery_error',
  invalid_trajectory: 'invalid_parameters',
  /** The trajectory starts elsewhere than where the arm stands. */
  wrong_start: 'conflict',
  limit_exceeded: 'invalid_parameters',
  /** This jog has ended; late commands of it do nothing. */
  jog_ended: 'conflict',
  invalid_value: 'invalid_parameters',
  no_such_port: 'request_failed_validation',
  /** An input, or a safety port. */
  not_writable: 'request_failed_validation',
  /** The output belongs to the safety settings. */
  safety_output: 'io_safeguard_error',
  /** Inputs are forced in simulation and twin only. */
  not_simulated: 'forbidden',
  /** The message could not be read. */
  malformed: 'invalid_parameters',
  /** The line to the controller is down, or the answer did not come in time: the command may or may not have acted. */
  unanswered: 'unavailable',
  not_connected: 'unavailable',
} as const satisfies Record<string, ErrorCode>;

export type RefusalKind = keyof typeof refusalCodes;

/** Where a trajectory leaves a limit. */
export interface LimitDetail {
  /** 0…5. */
  readonly joint: number;
  readonly quantity: LimitQuantity;
  /** Seconds on the trajectory. */
  readonly time: number;
  readonly value: number;
  readonly limit: number;
}

export interface Refusal {
  readonly kind: RefusalKind;
  readonly code: ErrorCode;
  /** What is wrong and what to do. */
  readonly message: string;
  /** With `limit_exceeded`, and with `wrong_start` (quantity position, limit the tolerance). */
  readonly limit?: LimitDetail;
}

/** What came of a command. */
export type CommandResult = { readonly ok: true } | { readonly ok: false; readonly refusal: Refusal };

export function isRefusalKind(value: string): value is RefusalKind {
  return Object.hasOwn(refusalCodes, value);
}

export function refuse(
  kind: RefusalKind,
  message: string,
  limit?: LimitDetail,
): CommandResult & { readonly ok: false } {
  return { ok: false, refusal: { kind, code: refusalCodes[kind], message, ...(limit ? { limit } : {}) } };
}
