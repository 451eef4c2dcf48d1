import { anyCaller } from '@cellwright/service-kit/testing/peers';
import { InMemorySpanExporter, type ReadableSpan } from '@opentelemetry/sdk-trace-node';
import Fastify from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createInProcessBus } from './bus/in-process-bus.ts';
import { echoDefinition, echoRequest } from './grpc/echo-service.fixture.ts';
import { createGrpcClient, grpcService, startGrpcServer } from './grpc/index.ts';
import { addHttpTelemetry } from './http-telemetry.ts';
import { silentLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import {
  currentTraceId,
  extractTrace,
  injectTrace,
  runInTrace,
  startTracing,
  type Tracing,
  withSpan,
} from './tracing.ts';

let tracing: Tracing;
let exporter: InMemorySpanExporter;
beforeEach(async () => {
  exporter = new InMemorySpanExporter();
  tracing = await startTracing({ service: 'test', exporter });
});
afterEach(() => tracing.shutdown());

const traceId = '0af7651916cd43dd8448eb211c80319c';
const traceparent = `00-${traceId}-b7ad6b7169203331-01`;

/** Returns the names from the root of the trace down to the span. */
function chainOf(spans: readonly ReadableSpan[], span: ReadableSpan | undefined): string[] {
  if (!span) return [];
  const parent = spans.find((each) => each.spanContext().spanId === span.parentSpanContext?.spanId);
  return [...chainOf(spans, parent), span.name];
}

describe('trace', () => {
  test('continues from an HTTP request over gRPC to a handler on the bus', async () => {
    const metrics = createMetrics({ defaults: false });
    const bus = createInProcessBus({ log: silentLogger });
    const handled: (string | undefined)[] = [];
    await bus.subscribe('event.>', () => void handled.push(currentTraceId()), { durable: 'reader' });
    const server = await startGrpcServer({
      callers: anyCaller,
      port: 0,
      log: silentLogger,
      services: [
        grpcService(echoDefinition, {
          echo: async ({ text }) => {
            await bus.publish('event.echoed', { text });
            return { text: String(currentTraceId()) };
          },
          repeat: async function* () {
            yield { text: String(currentTraceId()) };
          },
        }),
      ],
    });
    const client = createGrpcClient(echoDefinition, server.address);
    const app = Fastify();
    addHttpTelemetry(app, metrics);
    app.get('/echo/:id', async () => client.echo(echoRequest('x')));
    const response = await app.inject({ url: '/echo/17', headers: { traceparent } });
    expect(response.json()).toEqual({ text: traceId });
    await vi.waitFor(() => expect(handled).toEqual([traceId]));
    client.channel.close();
    await Promise.all([server.close(), app.close(), bus.close()]);
    const spans = exporter.getFinishedSpans();
    expect(new Set(spans.map((span) => span.spanContext().traceId))).toEqual(new Set([traceId]));
    const echo = 'test.EchoService/Echo';
    const last = spans.find(({ name }) => name === 'handle event.>');
    expect(chainOf(spans, last)).toEqual(['GET /echo/:id', echo, echo, 'handle event.>']);
    expect(await metrics.render()).toContain('operation="GET /echo/:id",outcome="2xx"');
  });

  test('continues in server streams', async () => {
    const server = await startGrpcServer({
      callers: anyCaller,
      port: 0,
      log: silentLogger,
      services: [
        grpcService(echoDefinition, {
          echo: async ({ text }) => ({ text }),
          repeat: async function* () {
            yield { text: String(currentTraceId()) };
            await Promise.resolve();
            yield { text: String(currentTraceId()) };
          },
        }),
      ],
    });
    const client = createGrpcClient(echoDefinition, server.address);
    const seen: string[] = [];
    await runInTrace(extractTrace({ traceparent }), async () => {
      for await (const { text } of client.repeat(echoRequest('x'))) seen.push(text);
    });
    client.channel.close();
    await server.close();
    expect(seen).toEqual([traceId, traceId]);
  });
});

describe('spans', () => {
  test('end with their work and are marked as failed when it fails', async () => {
    await expect(withSpan('work', {}, async () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
    expect(exporter.getFinishedSpans()).toMatchObject([{ name: 'work', status: { code: 2, message: 'broken' } }]);
  });

  test('continue in headers', async () => {
    await withSpan('send', {}, async () => {
      const headers = injectTrace({ kept: 'yes' });
      expect(headers).toMatchObject({ kept: 'yes', traceparent: expect.stringContaining(String(currentTraceId())) });
      expect(runInTrace(extractTrace(headers), currentTraceId)).toBe(currentTraceId());
    });
  });

  test('start a new trace without headers, in any context', async () => {
    await withSpan('someone else', {}, async () => {
      expect(runInTrace(extractTrace({}), currentTraceId)).toBeUndefined();
      expect(runInTrace(extractTrace({ traceparent: 'nonsense' }), currentTraceId)).toBeUndefined();
    });
  });
});

describe('tracing without an exporter', () => {
  beforeEach(async () => {
    await tracing.shutdown();
    tracing = await startTracing({ service: 'test' });
  });

  test('still creates and sends trace ids and records no span', async () => {
    await withSpan('work', {}, async (span) => {
      expect(span.isRecording()).toBe(false);
      expect(injectTrace().traceparent).toContain(String(currentTraceId()));
      expect(currentTraceId()).toMatch(/^[0-9a-f]{32}$/);
    });
  });

  test('continues a trace in the spans of later calls, each with an id of its own', async () => {
    await runInTrace(extractTrace({ traceparent }), async () => {
      await Promise.resolve();
      const headers = await withSpan('outer', {}, async () => {
        await new Promise((resolve) => setImmediate(resolve));
        return [injectTrace(), await withSpan('inner', {}, async () => injectTrace())];
      });
      const ids = headers.map((each) => /^00-([0-9a-f]{32})-([0-9a-f]{16})-00$/.exec(each.traceparent ?? '')?.slice(1));
      expect(ids.map((each) => each?.[0])).toEqual([traceId, traceId]);
      expect(new Set([...ids.map((each) => each?.[1]), 'b7ad6b7169203331']).size).toBe(3);
    });
    expect(currentTraceId()).toBeUndefined();
  });

  test.each([
    ['nothing', undefined],
    ['an id of zeros', `00-${'0'.repeat(32)}-b7ad6b7169203331-01`],
    ['a span of zeros', `00-${traceId}-${'0'.repeat(16)}-01`],
    ['the forbidden version', traceparent.replace('00', 'ff')],
    ['more parts than the version has', `${traceparent}-more`],
    ['other text', 'nonsense'],
  ])('starts a new trace after a header with %s', async (_, header) => {
    const parent = extractTrace({ traceparent: header });
    expect(runInTrace(parent, currentTraceId)).toBeUndefined();
    await withSpan('work', { parent }, async () => expect(currentTraceId()).not.toBe(traceId));
  });

  test('understands a header of a later version', () => {
    const later = extractTrace({ traceparent: `${traceparent.replace('00', 'cc')}-more` });
    expect(runInTrace(later, currentTraceId)).toBe(traceId);
  });
});
