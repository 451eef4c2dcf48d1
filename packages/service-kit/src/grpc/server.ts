import { ProductError } from '@cellwright/domain/basics';
import { logVerbosity, Server, type ServerOptions, setLogVerbosity } from '@grpc/grpc-js';
import type { CallerGate } from '../callers/index.ts';
import type { Health } from '../health.ts';
import { joinHostAndPort } from '../host-and-port.ts';
import type { Logger } from '../logger.ts';
import type { Metrics } from '../metrics.ts';
import type { CallContext } from './call-context.ts';
import { serverCredentials } from './certificates.ts';
import { checkCallers } from './check-callers.ts';
import { createDiagnosticsHandlers, diagnosticsServiceDefinition } from './diagnostics-service.ts';
import { bindStreamMethod, bindUnaryMethod, type MethodBinding } from './handlers.ts';
import { healthServiceDefinition, serveHealth } from './health-service.ts';
import { createIdempotencyCache, type IdempotencyCache } from './idempotency.ts';
import {
  type GrpcServiceDefinition,
  type MethodDefinition,
  maxMessageBytes,
  maxMetadataBytes,
  type ReplyOf,
  type RequestOf,
} from './method-types.ts';

/** Unary methods return a promise, server-streaming ones an async iterable. Expected failures are thrown ProductErrors. */
export type Handlers<S extends GrpcServiceDefinition> = {
  readonly [K in keyof S]: S[K]['responseStream'] extends true
    ? (request: RequestOf<S[K]>, call: CallContext) => AsyncIterable<ReplyOf<S[K]>>
    : (request: RequestOf<S[K]>, call: CallContext) => Promise<ReplyOf<S[K]>>;
};

/** A definition with its handlers, for `startGrpcServer`. */
export interface GrpcService {
  readonly definition: GrpcServiceDefinition;
  readonly handlers: Readonly<Record<string, ErasedHandler>>;
}

type ErasedHandler = (request: never, call: CallContext) => Promise<unknown> | AsyncIterable<unknown>;

/** Binds handlers to a generated definition; a missing or wrongly typed handler does not compile. */
export function grpcService<S extends GrpcServiceDefinition>(definition: S, handlers: Handlers<S>): GrpcService {
  return { definition, handlers };
}

export interface GrpcServerOptions {
  readonly services: readonly GrpcService[];
  /** 0 for an ephemeral port. */
  readonly port: number;
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Decides which peers can make which calls. Only the health service accepts all peers. */
  readonly callers: CallerGate;
  readonly log: Logger;
  readonly metrics?: Metrics;
  /** Source of grpc.health.v1 and of the diagnostics of the process, if given. */
  readonly health?: Health;
  /** Applied to every unary request with a non-empty `idempotencyKey`; by default replies are kept for 10 minutes. */
  readonly idempotency?: IdempotencyCache;
}

export interface GrpcServer {
  readonly port: number;
  /** `host:port` for clients. */
  readonly address: string;
  /** Refuses new calls and waits for the running ones; they are cut when `signal` aborts. */
  close(signal?: AbortSignal): Promise<void>;
}

export async function startGrpcServer(options: GrpcServerOptions): Promise<GrpcServer> {
  const host = options.host ?? '127.0.0.1';
  const server = new Server({ ...serverOptions, interceptors: [checkCallers(options.callers)] });
  const { log, metrics, idempotency = createIdempotencyCache() } = options;
  const { people } = options.callers;
  const closing = new AbortController();
  const services = [...options.services];
  if (options.health) {
    const handlers = createDiagnosticsHandlers({ health: options.health, metrics });
    services.push(grpcService(diagnosticsServiceDefinition, handlers));
    server.addService(healthServiceDefinition, serveHealth(options.health, closing.signal));
  }
  for (const { definition, handlers } of services) {
    addService(server, definition, handlers, { log, metrics, idempotency, people, closing: closing.signal });
  }
  const port = await bind(server, host, options);
  return {
    port,
    address: joinHostAndPort(host, port),
    close: (signal) => closeServer(server, closing, signal),
  };
}

// grpc-js would write its own lines to the log; this code receives every failure as an error anyway.
setLogVerbosity(logVerbosity.NONE);

const serverOptions: ServerOptions = {
  'grpc.max_receive_message_length': maxMessageBytes,
  'grpc.max_send_message_length': maxMessageBytes,
  'grpc.max_metadata_size': maxMetadataBytes,
  // A peer that vanished without a FIN is detected within 15 s.
  'grpc.keepalive_time_ms': 10_000,
  'grpc.keepalive_timeout_ms': 5_000,
};

type Binding = Omit<MethodBinding, 'method' | 'handler'>;

function addService(
  server: Server,
  definition: GrpcServiceDefinition,
  handlers: Readonly<Record<string, ErasedHandler>>,
  binding: Binding,
): void {
  const implementation = Object.fromEntries(
    Object.entries(definition).map(([name, method]) => [name, bindMethod(name, method, handlers[name], binding)]),
  );
  server.addService(definition, implementation);
}

function bindMethod(name: string, method: MethodDefinition, handler: ErasedHandler | undefined, binding: Binding) {
  if (!handler) throw new Error(`no handler for ${method.path} (${name})`);
  // Sound: grpcService() bound the handler to this definition, whose deserialiser creates the request.
  const erased = handler as (request: unknown, call: CallContext) => Promise<unknown> | AsyncIterable<unknown>;
  return method.responseStream
    ? bindStreamMethod({ ...binding, method, handler: erased })
    : bindUnaryMethod({ ...binding, method, handler: erased });
}

function bind(server: Server, host: string, { port, callers }: GrpcServerOptions): Promise<number> {
  return new Promise((resolve, reject) => {
    server.bindAsync(joinHostAndPort(host, port), serverCredentials(callers.tls), (error, bound) => {
      if (!error) resolve(bound);
      else {
        const message = `Port ${port} on ${host} cannot be opened (${error.message}). Choose another port`;
        reject(new ProductError('unavailable', message, undefined, { cause: error }));
      }
    });
  });
}

function closeServer(server: Server, closing: AbortController, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const force = () => {
      server.forceShutdown();
      resolve();
    };
    closing.abort(new ProductError('unavailable', 'The service is shutting down'));
    if (signal?.aborted) return force();
    signal?.addEventListener('abort', force, { once: true });
    server.tryShutdown(() => {
      signal?.removeEventListener('abort', force);
      resolve();
    });
  });
}
