import type { ErrorCode } from '@cellwright/domain/basics';
import type { LimitQuantity } from '@cellwright/trajectory';

/** Reasons why a controller refuses a command, with the corresponding codes of the product's error table. */
export const refusalCodes = {
  /** A stop came after the command was given. */
  stale_epoch: 'conflict',
  /** Command was lost with the heartbeat or never acquired: recovery acquires it. */
  not_in_command: 'recovery_error',
  /** The peer did not prove that it is a service with access. */
  unproven: 'forbidden',
  brakes_engaged: 'brakes_must_be_disengaged',
  /** Only accepted while all brakes are engaged. */
  brakes_released: 'brakes_must_be_engaged',
  /** A brake did not open on command. */
  brake_stuck: 'robot_brakes_disengage_failed',
  /** The arm is moving, or is in a mode that does not accept this command. */
  wrong_mode: 'robot_not_idle',
  /** Same code as for every command while the arm must not move. */
  emergency_stopped: 'robot_not_idle',
  safeguard_open: 'robot_not_idle',
  /** The cause of the fault still exists. */
  fault_remains: 'recovery_error',
  invalid_trajectory: 'invalid_parameters',
  /** The trajectory does not start at the position of the arm. */
  wrong_start: 'conflict',
  limit_exceeded: 'invalid_parameters',
  /** This jog has ended; its late commands have no effect. */
  jog_ended: 'conflict',
  invalid_value: 'invalid_parameters',
  no_such_port: 'request_failed_validation',
  /** The port is an input or a safety port. */
  not_writable: 'request_failed_validation',
  /** The output belongs to the safety settings. */
  safety_output: 'io_safeguard_error',
  /** Inputs can be forced in simulation and twin only. */
  not_simulated: 'forbidden',
  /** The message could not be read. */
  malformed: 'invalid_parameters',
  /**
   * The connection to the controller is down, or the response was late: the command may or may not have been executed.
   */
  unanswered: 'unavailable',
  not_connected: 'unavailable',
} as const satisfies Record<string, ErrorCode>;

export type RefusalKind = keyof typeof refusalCodes;

/** Place where a trajectory exceeds a limit. */
export interface LimitDetail {
  /** 0…5. */
  readonly joint: number;
  readonly quantity: LimitQuantity;
  /** Time on the trajectory, s. */
  readonly time: number;
  readonly value: number;
  readonly limit: number;
}

export interface Refusal {
  readonly kind: RefusalKind;
  readonly code: ErrorCode;
  /** Explains the problem and what to do. */
  readonly message: string;
  /** Set for `limit_exceeded`, and for `wrong_start` (quantity position, limit the tolerance). */
  readonly limit?: LimitDetail;
}

/** Result of a command. */
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
