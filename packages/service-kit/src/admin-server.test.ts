import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type AdminServer, startAdminServer } from './admin-server.ts';
import { createHealth, type Health } from './health.ts';
import { createMetrics } from './metrics.ts';

let health: Health;
let server: AdminServer;
beforeEach(async () => {
  health = createHealth();
  server = await startAdminServer({ health, metrics: createMetrics(), port: 0 });
});
afterEach(() => server.close());

async function get(path: string): Promise<{ status: number; body: string }> {
  const response = await fetch(`http://127.0.0.1:${server.port}${path}`);
  return { status: response.status, body: await response.text() };
}

describe('startAdminServer', () => {
  test('reports live before ready', async () => {
    expect(await get('/health/live')).toMatchObject({ status: 200 });
    expect(await get('/health/ready')).toEqual({
      status: 503,
      body: '{"ready":false,"reason":"the service is starting"}',
    });
    health.markStarted();
    expect(await get('/health/ready')).toEqual({ status: 200, body: '{"ready":true}' });
  });

  test('lists dependencies with their readiness', async () => {
    health.addCheck('database', async () => Promise.reject(new Error('away')));
    const { status, body } = await get('/health/dependencies?verbose');
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({
      ready: false,
      dependencies: [{ name: 'database', ok: false, error: 'away' }],
    });
  });

  test('answers GET of its four pages only', async () => {
    const answers: string[] = [];
    for (const path of ['/', '/health', '/health/live', '/health/ready', '/health/dependencies', '/metrics', '/x']) {
      for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'OPTIONS']) {
        const { status } = await fetch(`http://127.0.0.1:${server.port}${path}`, { method });
        if (status !== 404 && status !== 405) answers.push(`${method} ${path}`);
      }
    }
    const pages = ['/health/live', '/health/ready', '/health/dependencies', '/metrics'];
    expect(answers).toEqual(pages.map((path) => `GET ${path}`));
  });

  test('serves metrics', async () => {
    const response = await fetch(`http://127.0.0.1:${server.port}/metrics`);
    expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
    expect(await response.text()).toContain('nodejs_eventloop_lag_seconds');
  });

  test('reports why it cannot answer', async () => {
    const broken = await startAdminServer({
      health,
      metrics: { ...createMetrics({ defaults: false }), page: async () => Promise.reject(new Error('no such gauge')) },
      port: 0,
    });
    const response = await fetch(`http://127.0.0.1:${broken.port}/metrics`);
    expect([response.status, await response.json()]).toEqual([
      500,
      { error: 'internal_server_error', message: 'no such gauge' },
    ]);
    await broken.close();
  });

  test('answers unknown paths with JSON', async () => {
    expect(await get('/nothing')).toMatchObject({ status: 404, body: expect.stringContaining('"not_found"') });
  });

  test('refuses an occupied port', async () => {
    const second = startAdminServer({ health, metrics: createMetrics(), port: server.port });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});
