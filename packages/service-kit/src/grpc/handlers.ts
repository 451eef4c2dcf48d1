import { once } from 'node:events';
import { ProductError, withEither } from '@cellwright/domain/basics';
import { noPerson, type PersonProof } from '@cellwright/domain/cell';
import { isServiceName, type ServiceName } from '@cellwright/topology';
import {
  type handleServerStreamingCall,
  type handleUnaryCall,
  Metadata,
  type ServerErrorResponse,
  type ServerUnaryCall,
  type ServerWritableStream,
  status,
} from '@grpc/grpc-js';
import { context, SpanKind, trace } from '@opentelemetry/api';
import * as z from 'zod';
import type { PeopleVerifier } from '../callers/index.ts';
import { callerKey } from '../callers/proof-headers.ts';
import { systemClock } from '../clock.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import { currentTraceId, extractTrace, failSpan, startSpan } from '../tracing.ts';
import type { CallContext } from './call-context.ts';
import { fingerprintRequest, type IdempotencyCache } from './idempotency.ts';
import type { MethodDefinition } from './method-types.ts';
import { toWireStatus } from './status.ts';

/** A method with its handler and wrappers. */
export interface MethodBinding {
  readonly method: MethodDefinition;
  readonly handler: (request: unknown, call: CallContext) => Promise<unknown> | AsyncIterable<unknown>;
  readonly log: Logger;
  readonly metrics: Metrics | undefined;
  readonly idempotency: IdempotencyCache;
  readonly people: PeopleVerifier;
  /** Aborts when the server starts to close: endless streams end then. */
  readonly closing: AbortSignal;
}

type ServerCall = ServerUnaryCall<unknown, unknown> | ServerWritableStream<unknown, unknown>;

export function bindUnaryMethod(binding: MethodBinding): handleUnaryCall<unknown, unknown> {
  return (call, reply) => {
    void inCall(binding, call, async (callContext) => {
      try {
        const value = await runOnce(binding, call.request, callContext);
        reply(null, value);
        return 'OK';
      } catch (error) {
        const failure = toFailure(error, callContext.signal, binding);
        reply(failure);
        return status[failure.code ?? status.UNKNOWN] ?? 'UNKNOWN';
      }
    });
  };
}

export function bindStreamMethod(binding: MethodBinding): handleServerStreamingCall<unknown, unknown> {
  return (call) => {
    void inCall(binding, call, async (callContext) => {
      try {
        await writeAll(call, binding.handler(call.request, callContext), callContext.signal);
        call.end();
        return 'OK';
      } catch (error) {
        const failure = toFailure(error, callContext.signal, binding);
        call.emit('error', failure);
        return status[failure.code ?? status.UNKNOWN] ?? 'UNKNOWN';
      }
    });
  };
}

async function inCall(
  { method, metrics, people, closing }: MethodBinding,
  call: ServerCall,
  work: (callContext: CallContext) => Promise<string>,
): Promise<void> {
  const startedAt = systemClock.now();
  const parent = extractTrace(textHeaders(call.metadata));
  const span = startSpan(method.path.slice(1), { kind: SpanKind.SERVER, parent });
  const traceContext = trace.setSpan(parent, span);
  const cancelled = new AbortController();
  const cancel = () => cancelled.abort(new ProductError('unavailable', 'The caller disconnected'));
  if (call.cancelled) cancel();
  call.on('cancelled', cancel);
  const described = {
    metadata: call.metadata,
    deadline: monotonicDeadline(call),
    traceContext,
    caller: callerOf(call.metadata),
    people,
  };
  const handle = (signal: AbortSignal) => context.with(traceContext, () => work({ ...described, signal }));
  const outcome = await (method.responseStream
    ? withEither(cancelled.signal, closing, handle)
    : handle(cancelled.signal));
  if (outcome !== 'OK') failSpan(span, outcome);
  span.end();
  metrics?.observeRequest('grpc_server', method.path, outcome, (systemClock.now() - startedAt) / 1000);
}

/** Returns the caller found by `checkCallers`. */
function callerOf(metadata: Metadata): ServiceName {
  const caller = String(metadata.get(callerKey)[0]);
  if (!isServiceName(caller)) throw new Error('a call has reached its handler without a verified caller');
  return caller;
}

function runOnce(
  { method, handler, idempotency }: MethodBinding,
  request: unknown,
  call: CallContext,
): Promise<unknown> {
  // Sound: bindUnaryMethod is used for methods whose handler returns a promise.
  const run = async () => handler(request, call) as Promise<unknown>;
  const key = idempotencyKeyOf(request);
  if (key === '') return run();
  const author = authorOf(request);
  const person = call.people.verify(author?.proof);
  // The proof may be renewed between attempts of one command.
  const bytes = method.requestSerialize(
    author ? { ...Object(request), author: { ...author, proof: noPerson } } : request,
  );
  const callerID = person?.id ?? '';
  return idempotency.run(`${method.path} ${callerID} ${key}`, fingerprintRequest(method.path, bytes), run);
}

/**
 * Returns the author of a call of packages/calls. Keys are separate per author: no client gets the reply to another
 * client's command.
 */
function authorOf(request: unknown): { readonly proof: PersonProof } | undefined {
  return authoredSchema.safeParse(request).data?.author;
}

const authoredSchema = z.object({
  author: z.looseObject({
    proof: z.object({ assertion: z.string(), unlock: z.string(), standIn: z.string() }).default(noPerson),
  }),
});

function idempotencyKeyOf(request: unknown): string {
  if (typeof request !== 'object' || request === null || !('idempotencyKey' in request)) return '';
  return typeof request.idempotencyKey === 'string' ? request.idempotencyKey : '';
}

async function writeAll(
  call: ServerWritableStream<unknown, unknown>,
  replies: Promise<unknown> | AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<void> {
  if (replies instanceof Promise) throw new TypeError('a streaming method must return an async iterable');
  for await (const reply of replies) {
    if (signal.aborted) throw signal.reason;
    // Backpressure: the producer continues after the peer has received this message.
    if (!call.write(reply)) await once(call, 'drain', { signal });
  }
}

function toFailure(error: unknown, signal: AbortSignal, { method, log }: MethodBinding): ServerErrorResponse {
  if (error instanceof ProductError) return Object.assign(new Error(error.message), toWireStatus(error));
  if (signal.aborted) {
    const reason: unknown = signal.reason;
    if (reason instanceof ProductError) return Object.assign(new Error(reason.message), toWireStatus(reason));
    return Object.assign(new Error('cancelled'), {
      code: status.CANCELLED,
      details: 'cancelled',
      metadata: new Metadata(),
    });
  }
  const traceId = currentTraceId();
  log.error('a call failed unexpectedly', { method: method.path, error });
  // The caller gets the trace id for a report, never the message or the stack.
  const internal = new ProductError(
    'internal_server_error',
    `Something went wrong inside the service. Quote trace ${traceId ?? 'unknown'} when you report it`,
    { traceId },
  );
  return Object.assign(new Error(internal.message), toWireStatus(internal));
}

function monotonicDeadline(call: ServerCall): number {
  const deadline = call.getDeadline();
  const wallMs = deadline instanceof Date ? deadline.getTime() : deadline;
  return wallMs === Number.POSITIVE_INFINITY ? wallMs : systemClock.now() + (wallMs - systemClock.wallNow().getTime());
}

function textHeaders(metadata: Metadata): Record<string, string> {
  return Object.fromEntries(
    Object.entries(metadata.getMap()).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
