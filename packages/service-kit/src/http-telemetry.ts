import { context, SpanKind, trace } from '@opentelemetry/api';
import type { Metrics } from './metrics.ts';
import { extractTrace, startSpan, type TraceContext } from './tracing.ts';

/** The part of a fastify request that is read here. */
interface HttpRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly routeOptions: { readonly url?: string };
}

interface HttpReply {
  readonly statusCode: number;
  readonly elapsedTime: number;
}

/** The part of a fastify instance that is used here; a real instance fits. */
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

/** One request while it is answered. */
interface HttpExchange {
  /** What is done for it runs in here. */
  readonly context: TraceContext;
  end(statusCode: number, seconds: number): void;
}

/** Opens a span that continues the caller's trace; its end is measured. `operation` is a method and a route pattern. */
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
 * The route pattern, not the path: ids in span names and labels would be without bound. Unknown paths, and methods that a
 * known one does not have, are one and the same.
 */
function routeOf({ method, routeOptions: { url } }: HttpRequest): string {
  return url === undefined ? 'unknown' : `${method} ${url}`;
}
