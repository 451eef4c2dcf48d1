import { afterEach, describe, expect, test } from 'vitest';
import { createLogger, type Severity, silentLogger } from './logger.ts';
import { startTracing, type Tracing, withSpan } from './tracing.ts';

function record(level?: Severity) {
  const lines: Record<string, unknown>[] = [];
  const log = createLogger('library', { level, destination: { write: (line) => void lines.push(JSON.parse(line)) } });
  return { lines, log };
}

let tracing: Tracing | undefined;
afterEach(() => tracing?.shutdown());

describe('createLogger', () => {
  test('writes a JSON line with severity, service, time and fields', () => {
    const { lines, log } = record('DEBUG');
    log.info('routine saved', { routineId: 'routine_1', version: 3 });
    expect(lines).toEqual([
      {
        severity: 'INFO',
        time: expect.stringMatching(/^\d{4}-.*Z$/),
        service: 'library',
        message: 'routine saved',
        routineId: 'routine_1',
        version: 3,
      },
    ]);
  });

  test('supports four severities and drops lines below the level', () => {
    const { lines, log } = record('WARN');
    for (const severity of ['error', 'warn', 'info', 'debug'] as const) log[severity](severity);
    expect(lines.map(({ severity }) => severity)).toEqual(['ERROR', 'WARN']);
  });

  test('writes warnings and errors only, under the test runner', () => {
    const { lines, log } = record();
    log.info('noise');
    log.warn('worth reading');
    expect(lines.map(({ message }) => message)).toEqual(['worth reading']);
  });

  test('writes errors with message and stack, causes included', () => {
    const { lines, log } = record();
    log.error('save failed', { error: new Error('outer', { cause: new Error('inner') }) });
    expect(lines[0]?.error).toMatchObject({
      type: 'Error',
      message: expect.stringContaining('inner'),
      stack: expect.stringContaining('at '),
    });
  });

  test('includes the current trace', async () => {
    tracing = await startTracing({ service: 'test' });
    const { lines, log } = record();
    await withSpan('save', {}, async (span) => {
      log.warn('inside');
      expect(lines[0]).toMatchObject({ traceId: span.spanContext().traceId, spanId: span.spanContext().spanId });
    });
    log.warn('outside');
    expect(lines[1]).not.toHaveProperty('traceId');
  });

  test('creates children that add their fields', () => {
    const { lines, log } = record();
    log.child({ robot: 'live' }).warn('lost');
    expect(lines[0]).toMatchObject({ service: 'library', robot: 'live', message: 'lost' });
    silentLogger.child({}).error('nobody hears');
  });
});
