import type { ServiceName } from '@cellwright/topology';
import type { Metadata } from '@grpc/grpc-js';
import type { PeopleVerifier } from '../callers/index.ts';
import type { TraceContext } from '../tracing.ts';

/** Context of a call for its handler. */
export interface CallContext {
  /** Aborts when the caller cancels, disconnects or its deadline passes. */
  readonly signal: AbortSignal;
  readonly metadata: Metadata;
  /** Monotonic ms (systemClock.now) of the caller's deadline; Infinity without one. */
  readonly deadline: number;
  readonly traceContext: TraceContext;
  /** The calling service, already verified. */
  readonly caller: ServiceName;
  /** Verifies the person for whom that service calls. */
  readonly people: PeopleVerifier;
}
