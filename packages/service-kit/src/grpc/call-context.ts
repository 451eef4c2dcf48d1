import type { ServiceName } from '@cellwright/topology';
import type { Metadata } from '@grpc/grpc-js';
import type { PeopleVerifier } from '../callers/index.ts';
import type { TraceContext } from '../tracing.ts';

/** What a handler knows about its call. */
export interface CallContext {
  /** Aborts when the caller cancels, goes away or its deadline passes. */
  readonly signal: AbortSignal;
  readonly metadata: Metadata;
  /** Monotonic ms (systemClock.now) at which the caller stops waiting; Infinity when it set none. */
  readonly deadline: number;
  readonly traceContext: TraceContext;
  /** The calling service, which has proved itself. */
  readonly caller: ServiceName;
  /** Verifies for whom that service calls. */
  readonly people: PeopleVerifier;
}
