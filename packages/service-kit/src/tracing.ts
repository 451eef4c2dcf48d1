import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { NodeTracerProvider, SpanExporter } from '@opentelemetry/sdk-trace-node';
import { registerTraceIds } from './trace-ids.ts';

/** Headers of any transport: HTTP, gRPC metadata, bus messages. */
export type TraceHeaders = Record<string, string>;

export interface TracingOptions {
  readonly service: string;
  /**
   * OTLP over HTTP, for example http://localhost:4318. Without it trace ids exist (in logs and headers) but spans are
   * dropped.
   */
  readonly endpoint?: string;
  /** Instead of OTLP, for tests. */
  readonly exporter?: SpanExporter;
}

export interface Tracing {
  /** Sends buffered spans, then stops; tracing may be started again afterwards. */
  shutdown(): Promise<void>;
}

const tracerName = 'cellwright';

/** Starts tracing for this process. Call once, before serving requests. */
export async function startTracing(options: TracingOptions): Promise<Tracing> {
  const provider = await openProvider(options);
  if (provider) provider.register();
  else registerTraceIds();
  return {
    async shutdown() {
      await provider?.shutdown();
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** Returns a provider that records spans; undefined without a destination for them. */
async function openProvider({ service, endpoint, exporter }: TracingOptions): Promise<NodeTracerProvider | undefined> {
  if (!exporter && !endpoint) return undefined;
  const sdk = await import('@opentelemetry/sdk-trace-node');
  const { resourceFromAttributes } = await import('@opentelemetry/resources');
  const processor = exporter
    ? new sdk.SimpleSpanProcessor(exporter)
    : new sdk.BatchSpanProcessor(await createOtlpExporter(endpoint ?? ''));
  return new sdk.NodeTracerProvider({
    resource: resourceFromAttributes({ 'service.name': service }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [processor],
  });
}

async function createOtlpExporter(endpoint: string): Promise<SpanExporter> {
  const { OTLPTraceExporter } = await import('@opentelemetry/exporter-trace-otlp-http');
  return new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` });
}

/** Writes the current trace into `headers` (W3C traceparent) and returns them. */
export function injectTrace(headers: TraceHeaders = {}, from: Context = context.active()): TraceHeaders {
  propagation.inject(from, headers);
  return headers;
}

/** Context of work without a trace. */
export const noTrace: Context = ROOT_CONTEXT;

/** Returns the context in `headers`; without one, `noTrace`: never the trace of the running code. */
export function extractTrace(headers: Readonly<Record<string, string | string[] | undefined>>): Context {
  if (headers.traceparent === undefined) return noTrace;
  const parent = propagation.extract(noTrace, headers);
  return trace.getSpanContext(parent) === undefined ? noTrace : parent;
}

/** Returns the trace id of the current context, or undefined outside a trace. */
export function currentTraceId(): string | undefined {
  return trace.getSpanContext(context.active())?.traceId;
}

export interface SpanOptions {
  readonly kind?: SpanKind;
  readonly attributes?: Attributes;
  readonly parent?: Context;
}

/** Runs `work` inside a new span, which ends when the promise settles and is marked when it rejects. */
export async function withSpan<T>(name: string, options: SpanOptions, work: (span: Span) => Promise<T>): Promise<T> {
  const parent = options.parent ?? context.active();
  const span = startSpan(name, options);
  try {
    return await context.with(trace.setSpan(parent, span), () => work(span));
  } catch (error) {
    failSpan(span, error);
    throw error;
  } finally {
    span.end();
  }
}

/** Starts a span that the caller ends. */
export function startSpan(name: string, options: SpanOptions = {}): Span {
  return trace
    .getTracer(tracerName)
    .startSpan(
      name,
      { kind: options.kind ?? SpanKind.INTERNAL, attributes: options.attributes },
      options.parent ?? context.active(),
    );
}

/** Marks a span as failed. */
export function failSpan(span: Span, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.message : String(error) });
}

/** Runs `work` as a part of the trace in `parent`, for example one from `extractTrace`. */
export function runInTrace<T>(parent: Context, work: () => T): T {
  return context.with(parent, work);
}

export { type Context as TraceContext, SpanKind } from '@opentelemetry/api';
