import { context, SpanKind, trace } from '@opentelemetry/api';
import type { Metrics } from './metrics.ts';
import { extractTrace, startSpan, type TraceContext } from './tracing.ts';

/** The used part of a fastify request. */
interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly routeOptions: { readonly url?: string };
}

interface HttpReply {
  readonly statusCode: number;
  readonly elapsedTime: number;
}

/** The used part of a fastify instance; a real instance fits. */
export interface HttpHooks {
  addHook(
    name: 'onRequest',
    hook: (request: HttpRequest, reply: HttpReply, done: (error?: Error) => void) => void,
  ): unknown;
  addHook(
    name: 'onResponse',
    hook: (request: HttpRequest, reply: HttpReply, done: (error?: Error) => void) => void,
  ): unknown;
}

/** A request that is being answered. */
interface HttpExchange {
  /** Context for its work. */
  readonly context: TraceContext;
  end(statusCode: number, seconds: number): void;
}

/**
 * Starts a span that continues the caller's trace; its end is measured. `operation` is a method and a route pattern.
 */
function beginHttpExchange(metrics: Metrics, operation: string, headers: HttpRequest['headers']): HttpExchange {
  const parent = extractTrace(headers);
  const span = startSpan(operation, { kind: SpanKind.SERVER, parent });
  return {
    context: trace.setSpan(parent, span),
    end(statusCode, seconds) {
      span.setAttribute('http.response.status_code', statusCode);
      span.end();
      metrics.observeRequest('http', operation, `${Math.floor(statusCode / 100)}xx`, seconds);
    },
  };
}

/** Runs every request of a fastify instance inside a span that continues the caller's trace, and measures it. */
export function addHttpTelemetry(app: HttpHooks, metrics: Metrics): void {
  const exchanges = new WeakMap<HttpRequest, HttpExchange>();
  app.addHook('onRequest', (request, _reply, done) => {
    const exchange = beginHttpExchange(metrics, routeOf(request), request.headers);
    exchanges.set(request, exchange);
    context.with(exchange.context, done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    exchanges.get(request)?.end(reply.statusCode, reply.elapsedTime / 1000);
    done();
  });
}

/**
 * Returns the route pattern, not the path, because ids would make span names and labels unbounded. Unknown paths, and
 * unsupported methods of known ones, share one value.
 */
function routeOf({ method, routeOptions: { url } }: HttpRequest): string {
  return url === undefined ? 'unknown' : `${method} ${url}`;
}
