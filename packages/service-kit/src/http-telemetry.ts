import { context, SpanKind, trace } from '@opentelemetry/api';
import type { Metrics } from './metrics.ts';
import { extractTrace, startSpan } from './tracing.ts';

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

/** Runs every request of a fastify instance inside a span that continues the caller's trace, and measures it. */
export function addHttpTelemetry(app: HttpHooks, metrics: Metrics): void {
  const spans = new WeakMap<HttpRequest, ReturnType<typeof startSpan>>();
  app.addHook('onRequest', (request, _reply, done) => {
    const parent = extractTrace(request.headers);
    // The route pattern, not the path: ids in span names and labels would be without bound.
    const span = startSpan(routeOf(request), { kind: SpanKind.SERVER, parent });
    spans.set(request, span);
    context.with(trace.setSpan(parent, span), done);
  });
  app.addHook('onResponse', (request, reply, done) => {
    const span = spans.get(request);
    span?.setAttribute('http.response.status_code', reply.statusCode);
    span?.end();
    metrics.observeRequest(
      'http',
      routeOf(request),
      `${Math.floor(reply.statusCode / 100)}xx`,
      reply.elapsedTime / 1000,
    );
    done();
  });
}

/** Unknown paths, and methods that a known one does not have, are one and the same. */
function routeOf({ method, routeOptions: { url } }: HttpRequest): string {
  return url === undefined ? 'unknown' : `${method} ${url}`;
}
