import { processReportSchema } from '@cellwright/domain/cell';
import { describe, expect, it } from 'vitest';
import { createHealth } from './health.ts';
import { createLogger } from './logger.ts';
import { createMetrics } from './metrics.ts';
import { describeProcess, readLag } from './process-report.ts';

describe('describeProcess', () => {
  it('reports dependencies, delays and log lines without secrets', async () => {
    const health = createHealth();
    health.addCheck('own database', async () => Promise.reject(new Error('no answer of postgres://a:planted@db/x')));
    health.markStarted();
    const log = createLogger('library', { level: 'INFO', destination: { write: () => undefined } });
    log.info('signed in', { token: 'planted', user: 'Ada' });
    const report = processReportSchema.parse(await describeProcess({ health, metrics: createMetrics() }, true));
    expect(report).toMatchObject({
      ready: false,
      dependencies: [{ name: 'own database', ok: false, error: 'no answer of postgres://a:[removed]@db/x' }],
      eventLoopLag: { maxMS: expect.any(Number) },
    });
    expect(report.logs.at(-1)).toContain('Ada');
    expect(JSON.stringify(report)).not.toContain('planted');
    expect((await describeProcess({ health, metrics: undefined }, false)).logs).toEqual([]);
  });
});

describe('readLag', () => {
  it('subtracts the interval of the monitor', () => {
    const page = [
      'nodejs_eventloop_lag_p50_seconds 0.101',
      'nodejs_eventloop_lag_p99_seconds 0.15',
      'nodejs_eventloop_lag_max_seconds 0.6',
    ].join('\n');
    const lag = readLag(page);
    expect([lag?.p50MS, lag?.p99MS, lag?.maxMS].map((each) => Math.round(each ?? -1))).toEqual([1, 50, 500]);
  });

  it('returns null without the metrics of the event loop, or before the first measurement', () => {
    expect(readLag('')).toBeNull();
    expect(readLag('nodejs_eventloop_lag_p50_seconds NaN')).toBeNull();
  });
});
