/**
 * Table of all error codes. Each has a gRPC status, an HTTP status and the wire format `{ error, message }`. `sdk:
 * true` marks the closed set of 25 codes that existing client programs support; SDK-facing paths send only those.
 */
export const errorTable = {
  authorization_required: { http: 401, grpc: 'UNAUTHENTICATED', sdk: true },
  request_failed_validation: { http: 400, grpc: 'INVALID_ARGUMENT', sdk: true },
  invalid_parameters: { http: 400, grpc: 'INVALID_ARGUMENT', sdk: true },
  not_found: { http: 404, grpc: 'NOT_FOUND', sdk: true },
  routine_does_not_exist: { http: 404, grpc: 'NOT_FOUND', sdk: true },
  cannot_play_routine: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  routine_must_be_playing: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  routine_must_be_running: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  brakes_must_be_disengaged: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  robot_not_idle: { http: 503, grpc: 'FAILED_PRECONDITION', sdk: true },
  invalid_space_specified: { http: 400, grpc: 'INVALID_ARGUMENT', sdk: true },
  io_safeguard_error: { http: 403, grpc: 'PERMISSION_DENIED', sdk: true },
  camera_disconnected: { http: 503, grpc: 'UNAVAILABLE', sdk: true },
  internal_server_error: { http: 500, grpc: 'INTERNAL', sdk: true },
  cannot_change_ros_state: { http: 500, grpc: 'FAILED_PRECONDITION', sdk: true },
  service_initializing: { http: 503, grpc: 'UNAVAILABLE', sdk: true },
  api_control_required: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  robot_brakes_disengage_failed: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  robot_brakes_engage_failed: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  brakes_must_be_engaged: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  equipment_no_matching: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  settings_validation_error: { http: 400, grpc: 'INVALID_ARGUMENT', sdk: true },
  settings_timeout: { http: 500, grpc: 'DEADLINE_EXCEEDED', sdk: true },
  recovery_error: { http: 400, grpc: 'FAILED_PRECONDITION', sdk: true },
  robot_out_of_compliance_bounds: { http: 400, grpc: 'OUT_OF_RANGE', sdk: true },
  conflict: { http: 409, grpc: 'ABORTED', sdk: false },
  forbidden: { http: 403, grpc: 'PERMISSION_DENIED', sdk: false },
  unknown_host: { http: 421, grpc: 'INVALID_ARGUMENT', sdk: false },
  too_large: { http: 413, grpc: 'RESOURCE_EXHAUSTED', sdk: false },
  rate_limited: { http: 429, grpc: 'RESOURCE_EXHAUSTED', sdk: false },
  unavailable: { http: 503, grpc: 'UNAVAILABLE', sdk: false },
} as const satisfies Record<string, { http: number; grpc: GrpcStatusName; sdk: boolean }>;

/** Names of gRPC status codes in the table; service-kit converts them to grpc-js numbers. */
export type GrpcStatusName =
  | 'UNAUTHENTICATED'
  | 'INVALID_ARGUMENT'
  | 'NOT_FOUND'
  | 'FAILED_PRECONDITION'
  | 'PERMISSION_DENIED'
  | 'UNAVAILABLE'
  | 'INTERNAL'
  | 'DEADLINE_EXCEEDED'
  | 'OUT_OF_RANGE'
  | 'ABORTED'
  | 'RESOURCE_EXHAUSTED';

export type ErrorCode = keyof typeof errorTable;

const codes: ReadonlySet<string> = new Set(Object.keys(errorTable));

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && codes.has(value);
}

/** Error for the caller: `message` describes the problem and the next action; `details` is JSON. */
export class ProductError extends Error {
  override readonly name = 'ProductError';
  readonly code: ErrorCode;
  readonly details: unknown;

  constructor(code: ErrorCode, message: string, details?: unknown, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
    this.details = shapeDetails(details);
  }
}

/** Gives problems the same form in all errors: `{ problems: [{ kind, message, fieldId? }] }`. */
function shapeDetails(details: unknown): unknown {
  if (Array.isArray(details)) return { problems: details.map(shapeProblem) };
  if (typeof details !== 'object' || details === null || !('problems' in details)) return details;
  const { problems } = details;
  return Array.isArray(problems) ? { ...details, problems: problems.map(shapeProblem) } : details;
}

function shapeProblem(problem: unknown): unknown {
  return typeof problem === 'string' ? { kind: 'invalidConfiguration', message: problem } : problem;
}
