import { describe, expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

describe('createMetrics', () => {
  test('includes the event loop lag and memory of the process', async () => {
    const text = await createMetrics().render();
    expect(text).toContain('nodejs_eventloop_lag_seconds');
    expect(text).toContain('process_resident_memory_bytes');
  });

  test('measures requests by transport, operation and outcome', async () => {
    const metrics = createMetrics({ defaults: false });
    metrics.observeRequest('http', 'GET /api/v1/cell/routines', '2xx', 0.004);
    expect(await metrics.render()).toContain(
      'cellwright_request_duration_seconds_bucket{le="0.005",transport="http",operation="GET /api/v1/cell/routines",outcome="2xx"} 1',
    );
  });

  test('counts a request in the bucket of its duration and in all larger ones, for any route name', async () => {
    const metrics = createMetrics({ defaults: false });
    for (const seconds of [0.001, 0.0011, 0.2, 7]) metrics.observeRequest('http', 'GET /"\\\n', '2xx', seconds);
    const labels = 'transport="http",operation="GET /\\"\\\\\\n",outcome="2xx"';
    const lines = (await metrics.render()).split('\n').filter((line) => line.includes('request_duration_seconds'));
    expect(lines).toEqual([
      '# HELP cellwright_request_duration_seconds Time to handle a request or message, by transport, operation and outcome',
      '# TYPE cellwright_request_duration_seconds histogram',
      ...[0.001, 1, 0.005, 2, 0.01, 2, 0.025, 2, 0.05, 2, 0.1, 2, 0.25, 3, 1, 3, 5, 3].flatMap((bound, index, all) =>
        index % 2 === 0
          ? [`cellwright_request_duration_seconds_bucket{le="${bound}",${labels}} ${all[index + 1]}`]
          : [],
      ),
      `cellwright_request_duration_seconds_bucket{le="+Inf",${labels}} 4`,
      `cellwright_request_duration_seconds_sum{${labels}} 7.2021`,
      `cellwright_request_duration_seconds_count{${labels}} 4`,
    ]);
  });

  test('returns the same metric for the same name, so that services of one process share it', async () => {
    const metrics = createMetrics({ defaults: false });
    metrics.counter('plans', 'Plans made', ['outcome']).inc({ outcome: 'solved' });
    metrics.counter('plans', 'Plans made', ['outcome']).inc({ outcome: 'solved' });
    metrics.gauge('clients', 'Clients connected').set(4);
    expect(metrics.gauge('clients', 'Clients connected')).toBe(metrics.gauge('clients', 'Clients connected'));
    metrics.histogram('plan_seconds', 'Time to plan').observe(0.2);
    metrics.histogram('plan_seconds', 'Time to plan').observe(0.2);
    metrics.count('bus_dropped', { reason: 'bus_away' }, 2);
    const text = await metrics.render();
    expect(text).toContain('cellwright_plans_total{outcome="solved"} 2');
    expect(text).toContain('cellwright_clients 4');
    expect(text).toContain('cellwright_plan_seconds_count 2');
    expect(text).toContain('cellwright_bus_dropped_total{reason="bus_away"} 2');
  });

  test('limits the number of series and counts additional ones as other', async () => {
    const metrics = createMetrics({ defaults: false, maxSeries: 20 });
    for (let index = 0; index < 1000; index++) {
      metrics.observeRequest('http', `GET /${index}`, '2xx', 0.001);
      metrics.count('bus_dropped', { reason: `reason ${index}` });
      metrics.gauge('clients', 'Clients connected', ['from']).set(index, { from: `10.0.0.${index}` });
    }
    const text = await metrics.render();
    expect(text.match(/^cellwright_request_duration_seconds_count/gm)).toHaveLength(21);
    expect(text.match(/^cellwright_clients\{/gm)).toHaveLength(21);
    expect(text).toContain('cellwright_bus_dropped_total{reason="other"} 980');
  });

  test('renders at most once a second, whatever the number of scrapers', async () => {
    let now = 0;
    const metrics = createMetrics({ defaults: false, now: () => now });
    const first = metrics.page();
    expect(metrics.page(), 'also while it is being made').toBe(first);
    metrics.count('bus_dropped', { reason: 'bus_away' });
    now = 999;
    expect(String(await metrics.page())).not.toContain('bus_away');
    now = 1000;
    expect(String(await metrics.page())).toContain('bus_away');
  });
});
