import { ProductError } from '@cellwright/domain/basics';
import {
  type ChannelCredentials,
  type ChannelOptions,
  Client,
  type ClientReadableStream,
  connectivityState,
  Metadata,
  type ServiceError,
} from '@grpc/grpc-js';
import { context, SpanKind, trace } from '@opentelemetry/api';
import type { CallProof } from '../callers/index.ts';
import { callerKey, proofKey } from '../callers/proof-headers.ts';
import { systemClock } from '../clock.ts';
import type { Metrics } from '../metrics.ts';
import { failSpan, injectTrace, startSpan } from '../tracing.ts';
import { channelCredentials } from './certificates.ts';
import {
  type GrpcServiceDefinition,
  type MethodDefinition,
  maxMessageBytes,
  maxMetadataBytes,
  type ReplyOf,
  type RequestOf,
} from './method-types.ts';
import { fromServiceError, isServiceError } from './status.ts';

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Deadline of this call in ms instead of the client's default. */
  readonly deadlineMs?: number;
  /** True to wait (within the deadline) for a service that is not available yet, instead of failing immediately. */
  readonly waitForReady?: boolean;
}

/** Every method as a function; all failures are ProductErrors, except an abort, which rejects with the signal's reason. */
export type GrpcClient<S extends GrpcServiceDefinition> = {
  readonly [K in keyof S]: S[K]['responseStream'] extends true
    ? (request: RequestOf<S[K]>, options?: CallOptions) => AsyncIterable<ReplyOf<S[K]>>
    : (request: RequestOf<S[K]>, options?: CallOptions) => Promise<ReplyOf<S[K]>>;
} & { readonly channel: GrpcChannel };

export interface GrpcChannel {
  /** Resolves when connected; for health checks. */
  waitForReady(deadlineMs: number): Promise<void>;
  /**
   * Connects now and after each loss of the connection, instead of at the next call; until the returned function is
   * called.
   */
  keepConnected(): () => void;
  close(): void;
}

export interface GrpcClientOptions {
  /** Deadline of unary calls in ms. Default 5000. */
  readonly defaultDeadlineMs?: number;
  /** Deadline of a whole server stream in ms. Default 60 000. */
  readonly defaultStreamDeadlineMs?: number;
  /** Proves the calling service. */
  readonly proof?: Pick<CallProof, 'caller' | 'secret'> & Partial<Pick<CallProof, 'callee' | 'tls'>>;
  readonly metrics?: Metrics;
}

const channelOptions: ChannelOptions = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.max_metadata_size': maxMetadataBytes,
  'grpc.initial_reconnect_backoff_ms': 50,
  'grpc.min_reconnect_backoff_ms': 50,
  // Short, because a restarted process must be found soon: an attempt is cheap, and users are waiting.
  'grpc.max_reconnect_backoff_ms': 250,
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
  // A separate connection per client, so that a slow transfer of one does not delay a stop of another.
  'grpc.use_local_subchannel_pool': 1,
  'grpc.service_config_disable_resolution': 1,
  'grpc.enable_http_proxy': 0,
};

interface ClientParts {
  readonly client: Client;
  readonly options: GrpcClientOptions;
}

/**
 * Creates a client of one service at `host:port`. Connects on first use and reconnects by itself within a quarter of a
 * second.
 */
export function createGrpcClient<S extends GrpcServiceDefinition>(
  definition: S,
  address: string,
  options: GrpcClientOptions = {},
): GrpcClient<S> {
  const client = new Client(address, ...securityOf(options.proof));
  const parts: ClientParts = { client, options };
  const methods = Object.entries(definition).map(([name, method]) => [
    name,
    method.responseStream
      ? (request: unknown, call: CallOptions = {}) => streamReplies(parts, method, request, call)
      : (request: unknown, call: CallOptions = {}) => callUnary(parts, method, request, call),
  ]);
  const channel: GrpcChannel = {
    waitForReady: (deadlineMs) => waitForReady(client, address, deadlineMs),
    keepConnected: () => keepConnected(client),
    close: () => client.close(),
  };
  // Sound: one function per method of the definition, each with that method's own (de)serialisers.
  return { ...Object.fromEntries(methods), channel } as GrpcClient<S>;
}

/** Returns credentials and options of a channel: the peer's certificate names the service, not the address. */
function securityOf(proof: GrpcClientOptions['proof']): [ChannelCredentials, ChannelOptions] {
  const { tls, callee } = proof ?? {};
  if (!proof || !tls || callee === undefined) return [channelCredentials(undefined), channelOptions];
  const live = {
    get current() {
      return proof.tls ?? tls;
    },
  };
  return [channelCredentials(live), { ...channelOptions, 'grpc.ssl_target_name_override': callee }];
}

/** Interval of requests to reconnect, ms: after a failure a channel only reconnects on request. */
const reconnectLookMs = 250;

function keepConnected(client: Client): () => void {
  let isKept = true;
  const look = (): void => {
    if (!isKept) return;
    const channel = client.getChannel();
    channel.getConnectivityState(true);
    const state = channel.getConnectivityState(false);
    // While it is connected there is nothing to check: its end is an event.
    const until = state === connectivityState.READY ? Number.POSITIVE_INFINITY : Date.now() + reconnectLookMs;
    channel.watchConnectivityState(state, until, () => void setImmediate(look));
  };
  look();
  return () => {
    isKept = false;
  };
}

function callUnary({ client, options }: ClientParts, method: MethodDefinition, request: unknown, call: CallOptions) {
  const finish = beginCall(method, options);
  return new Promise<unknown>((resolve, reject) => {
    if (call.signal?.aborted) {
      reject(call.signal.reason);
      return;
    }
    const pending = client.makeUnaryRequest<unknown, unknown>(
      method.path,
      method.requestSerialize,
      method.responseDeserialize,
      request,
      createMetadata(options, call, finish.traceContext),
      { deadline: deadlineAfter(call.deadlineMs ?? options.defaultDeadlineMs ?? 5000) },
      (error, reply) => {
        call.signal?.removeEventListener('abort', cancel);
        if (error) reject(toCallerError(error, method, call.signal));
        else resolve(reply);
      },
    );
    const cancel = () => pending.cancel();
    call.signal?.addEventListener('abort', cancel, { once: true });
  }).then(finish.succeed, finish.fail);
}

async function* streamReplies(
  { client, options }: ClientParts,
  method: MethodDefinition,
  request: unknown,
  call: CallOptions,
): AsyncGenerator<unknown> {
  call.signal?.throwIfAborted();
  const finish = beginCall(method, options);
  const stream: ClientReadableStream<unknown> = client.makeServerStreamRequest<unknown, unknown>(
    method.path,
    method.requestSerialize,
    method.responseDeserialize,
    request,
    createMetadata(options, call, finish.traceContext),
    { deadline: deadlineAfter(call.deadlineMs ?? options.defaultStreamDeadlineMs ?? 60_000) },
  );
  // A stream destroyed by an early return still reports its cancellation, which has no handler any more.
  stream.on('error', () => undefined);
  const cancel = () => stream.cancel();
  call.signal?.addEventListener('abort', cancel, { once: true });
  try {
    for await (const reply of stream) yield reply;
    finish.succeed(undefined);
  } catch (error) {
    finish.fail(isServiceError(error) ? toCallerError(error, method, call.signal) : error);
  } finally {
    call.signal?.removeEventListener('abort', cancel);
    stream.cancel();
  }
}

function beginCall(method: MethodDefinition, { metrics }: GrpcClientOptions) {
  const startedAt = systemClock.now();
  const span = startSpan(method.path.slice(1), { kind: SpanKind.CLIENT });
  const end = (outcome: string) => {
    span.end();
    metrics?.observeRequest('grpc_client', method.path, outcome, (systemClock.now() - startedAt) / 1000);
  };
  return {
    traceContext: trace.setSpan(context.active(), span),
    succeed<T>(value: T): T {
      end('OK');
      return value;
    },
    fail(error: unknown): never {
      failSpan(span, error);
      end(error instanceof ProductError ? error.code : 'aborted');
      throw error;
    },
  };
}

function createMetadata(
  options: GrpcClientOptions,
  call: CallOptions,
  traceContext: ReturnType<typeof context.active>,
): Metadata {
  const metadata = new Metadata({ waitForReady: call.waitForReady ?? false });
  for (const [key, value] of Object.entries(injectTrace({}, traceContext))) metadata.set(key, value);
  if (options.proof) {
    metadata.set(callerKey, options.proof.caller);
    metadata.set(proofKey, options.proof.secret);
  }
  return metadata;
}

function deadlineAfter(ms: number): Date {
  return new Date(systemClock.wallNow().getTime() + ms);
}

function toCallerError(error: ServiceError, method: MethodDefinition, signal: AbortSignal | undefined): unknown {
  return signal?.aborted ? signal.reason : fromServiceError(error, method.path);
}

function waitForReady(client: Client, address: string, deadlineMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    client.waitForReady(deadlineAfter(deadlineMs), (error) => {
      if (error) reject(new ProductError('unavailable', `Nothing answers at ${address}`, undefined, { cause: error }));
      else resolve();
    });
  });
}
