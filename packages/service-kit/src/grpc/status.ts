import {
  detailsWithSource,
  type ErrorCode,
  errorTable,
  isErrorCode,
  ProductError,
  startOfText,
} from '@cellwright/domain/basics';
import { Metadata, type ServiceError, status } from '@grpc/grpc-js';

const errorKey = 'cellwright-error-bin';
/** Limit before base64 in trailers; more would be refused as a header. */
const maxErrorBytes = 40 * 1024;
const maxStatusMessage = 500;

const codeOfStatus: Readonly<Record<number, ErrorCode>> = {
  [status.INVALID_ARGUMENT]: 'invalid_parameters',
  [status.NOT_FOUND]: 'not_found',
  [status.ALREADY_EXISTS]: 'conflict',
  [status.ABORTED]: 'conflict',
  [status.FAILED_PRECONDITION]: 'conflict',
  [status.OUT_OF_RANGE]: 'invalid_parameters',
  [status.RESOURCE_EXHAUSTED]: 'too_large',
  [status.UNAVAILABLE]: 'unavailable',
  [status.DEADLINE_EXCEEDED]: 'unavailable',
  [status.CANCELLED]: 'unavailable',
};

/** Form of a handler's error in gRPC. */
export interface WireStatus {
  readonly code: status;
  readonly details: string;
  readonly metadata: Metadata;
}

/** Returns the gRPC status of a ProductError, with code, message and details as JSON in the trailers. */
export function toWireStatus(error: ProductError): WireStatus {
  const metadata = new Metadata();
  metadata.set(errorKey, encodeError(error));
  // A lone surrogate from a client or from cutting cannot be encoded as a header: the process would end.
  const details = startOfText(error.message, maxStatusMessage).toWellFormed();
  return { code: status[errorTable[error.code].grpc], details, metadata };
}

function encodeError({ code, message, details }: ProductError): Buffer {
  const whole = Buffer.from(JSON.stringify({ code, message, details: detailsWithSource(message, details) }));
  if (whole.length <= maxErrorBytes) return whole;
  return Buffer.from(JSON.stringify({ code, message: startOfText(message, 4096), details: { truncated: true } }));
}

/** Returns the ProductError of a failed call; a call that never reached the service becomes `unavailable`. */
export function fromServiceError(error: ServiceError, path: string): ProductError {
  return (
    decodeError(error.metadata) ??
    new ProductError(codeOfStatus[error.code] ?? 'internal_server_error', describe(error, path), {
      grpcStatus: status[error.code],
      ...(mayHaveArrived(error) && { mayHaveArrived: true }),
    })
  );
}

/** Messages of gRPC for a request that no server has started to handle. */
const neverSent =
  /No connection established|Name resolution failed|ECONNREFUSED|refused by server|closed before call|waiting for (LB pick|name resolution)/i;

const unansweredStatuses: ReadonlySet<status> = new Set([
  ...[status.DEADLINE_EXCEEDED, status.UNAVAILABLE, status.CANCELLED, status.INTERNAL],
]);

/** True if a request without a response may have been handled: it timed out, or lost its connection. */
function mayHaveArrived({ code, details }: ServiceError): boolean {
  return unansweredStatuses.has(code) && !neverSent.test(details);
}

function decodeError(metadata: Metadata | undefined): ProductError | undefined {
  const [value] = metadata?.get(errorKey) ?? [];
  if (!Buffer.isBuffer(value)) return undefined;
  try {
    const parsed: unknown = JSON.parse(value.toString('utf8'));
    if (typeof parsed !== 'object' || parsed === null || !('code' in parsed) || !isErrorCode(parsed.code))
      return undefined;
    const message = 'message' in parsed && typeof parsed.message === 'string' ? parsed.message : '';
    return new ProductError(parsed.code, message, 'details' in parsed ? parsed.details : undefined);
  } catch {
    return undefined;
  }
}

function describe(error: ServiceError, path: string): string {
  const service = path.split('/')[1]?.split('.').at(-1) ?? 'The service';
  switch (error.code) {
    case status.UNAVAILABLE:
    case status.CANCELLED:
      return `${service} cannot be reached. Try again in a moment`;
    case status.DEADLINE_EXCEEDED:
      return `${service} did not answer in time. Try again in a moment`;
    // Refused before a handler ran: the services are configured incorrectly, and the user has done nothing wrong.
    case status.UNAUTHENTICATED:
    case status.PERMISSION_DENIED:
      return `${service} rejects calls of this service: their secrets differ, or the call is not allowed`;
    case status.RESOURCE_EXHAUSTED:
      return `The message for ${service} is too large`;
    default:
      return `${service} failed to answer`;
  }
}

export function isServiceError(error: unknown): error is ServiceError {
  return error instanceof Error && 'code' in error && typeof error.code === 'number' && 'metadata' in error;
}
