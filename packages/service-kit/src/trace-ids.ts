import { AsyncLocalStorage } from 'node:async_hooks';
import {
  type Context,
  type ContextManager,
  context,
  isSpanContextValid,
  propagation,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type SpanOptions,
  type TextMapGetter,
  type TextMapPropagator,
  type TextMapSetter,
  TraceFlags,
  type Tracer,
  trace,
} from '@opentelemetry/api';

/**
 * Creates ids of traces, and passes them on in contexts and headers; records no span. A process without an exporter needs no
 * more: loading the SDK takes a tenth of a second of processor time at each start.
 */
export function registerTraceIds(): void {
  const tracer = createTracer();
  context.setGlobalContextManager(new StoredContexts());
  propagation.setGlobalPropagator(traceparents);
  trace.setGlobalTracerProvider({ getTracer: () => tracer });
}

/** Contexts that follow asynchronous calls. */
class StoredContexts implements ContextManager {
  readonly #storage = new AsyncLocalStorage<Context>();

  active(): Context {
    return this.#storage.getStore() ?? ROOT_CONTEXT;
  }

  with<A extends unknown[], F extends (...args: A) => ReturnType<F>>(
    active: Context,
    fn: F,
    thisArg?: ThisParameterType<F>,
    ...args: A
  ): ReturnType<F> {
    return this.#storage.run(active, () => fn.call(thisArg, ...args));
  }

  bind(): never {
    throw new Error('Run the function with the context instead of binding it');
  }

  enable(): this {
    return this;
  }

  disable(): this {
    this.#storage.disable();
    return this;
  }
}

function createTracer(): Tracer {
  return {
    startSpan: (_name, options, parent) => createSpan(options, parent),
    startActiveSpan() {
      throw new Error('Start a span and run the function in its context');
    },
  };
}

/** Creates a span that continues the trace of its parent, or starts one. */
function createSpan(options: SpanOptions = {}, parent: Context = context.active()): Span {
  const former = options.root ? undefined : trace.getSpanContext(parent);
  const isContinued = former !== undefined && isSpanContextValid(former);
  return trace.wrapSpanContext({
    traceId: isContinued ? former.traceId : createId(4),
    spanId: createId(2),
    traceFlags: TraceFlags.NONE,
    ...(isContinued && former.traceState && { traceState: former.traceState }),
  });
}

/** Returns a random id of 32-bit words as hexadecimal digits, which is never zero. */
function createId(wordCount: number): string {
  const words = Array.from({ length: wordCount }, () => Math.floor(Math.random() * 2 ** 32));
  const id = words.map((word) => word.toString(16).padStart(8, '0')).join('');
  return /[^0]/.test(id) ? id : createId(wordCount);
}

const header = 'traceparent';
const versionAndIDs = /^\s?(?!ff)([\da-f]{2})-([\da-f]{32})-([\da-f]{16})-([\da-f]{2})(-.*)?\s?$/;

/** The header `traceparent` of the W3C. */
const traceparents: TextMapPropagator = {
  inject<Carrier>(from: Context, carrier: Carrier, setter: TextMapSetter<Carrier>): void {
    const span = trace.getSpanContext(from);
    if (span === undefined || !isSpanContextValid(span)) return;
    const flags = (span.traceFlags & TraceFlags.SAMPLED).toString(16).padStart(2, '0');
    setter.set(carrier, header, `00-${span.traceId}-${span.spanId}-${flags}`);
  },
  extract<Carrier>(to: Context, carrier: Carrier, getter: TextMapGetter<Carrier>): Context {
    const span = parseTraceparent([getter.get(carrier, header)].flat()[0]);
    return span ? trace.setSpanContext(to, span) : to;
  },
  fields: () => [header],
};

/** Returns the span of a header; undefined for anything else. */
function parseTraceparent(text: string | undefined): SpanContext | undefined {
  const [, version, traceId = '', spanId = '', flags = '', rest] = versionAndIDs.exec(text ?? '') ?? [];
  // Later versions may have more parts.
  if (version === '00' && rest !== undefined) return undefined;
  const span = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(span) ? span : undefined;
}
