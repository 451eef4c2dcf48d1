import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRawClient, requestText } from '../door/raw-client.fixture.ts';
import { type GatewayBench, startGatewayBench } from '../testing/gateway-bench.fixture.ts';

const page = '<!doctype html><div id="root"></div>';
const large = Buffer.alloc(6_000_000, 'model ');
const files: Readonly<Record<string, string | Buffer>> = {
  'index.html': page,
  'assets/app-3f2a91bc.js': 'plain script',
  'assets/app-3f2a91bc.js.br': 'brotli script',
  'assets/app-3f2a91bc.js.gz': 'gzip script',
  'icon.svg': '<svg/>',
  'models/arm.glb': large,
};

let folder = '';
let bench: GatewayBench;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'web-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), content);
  }
  bench = await startGatewayBench({ webFolder: folder });
});
afterAll(async () => {
  await bench.stop();
  await rm(folder, { recursive: true });
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${bench.url}${path}`, { headers });

/** Returns the files of the folder that this process has open. */
async function openFiles(): Promise<number> {
  const { readlink } = await import('node:fs/promises');
  const links = (await readdir('/proc/self/fd')).map((fd) => readlink(`/proc/self/fd/${fd}`).catch(() => ''));
  return (await Promise.all(links)).filter((target) => target.startsWith(folder)).length;
}

describe('The web app', () => {
  it.each(['/', '/routines/r1', '/robots?tab=io'])('has its page at %s', async (path) => {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, page]);
    expect(response.headers.get('cache-control')).toBe('no-cache');
    const policy = response.headers.get('content-security-policy') ?? '';
    expect(policy).toContain("script-src 'self';");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each([
    '/api/v1/nothing',
    '/api',
    '//api/v1/x',
    '/assets/missing-12345678.js',
    '/health/x',
    '/%2e%2e/%2e%2e/etc/passwd.txt',
  ])('returns the envelope for %s, which is not a page of it', async (path) => {
    const response = await get(path);
    expect([response.status, await response.json()]).toMatchObject([404, { error: 'not_found' }]);
  });

  it('allows caching forever if the name contains the hash, and requires revalidation otherwise', async () => {
    const script = await get('/assets/app-3f2a91bc.js', { 'accept-encoding': 'identity' });
    expect(script.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    expect(script.headers.get('content-type')).toContain('text/javascript');
    const icon = await get('/icon.svg');
    expect(icon.headers.get('cache-control')).toBe('no-cache');
    const etag = icon.headers.get('etag') ?? '';
    const again = await get('/icon.svg', { 'if-none-match': etag });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  it.each([
    ['gzip, br', 'br', 'brotli script'],
    ['gzip', 'gzip', 'gzip script'],
    ['br;q=0, gzip;q=0.5', 'gzip', 'gzip script'],
    ['identity', undefined, 'plain script'],
  ])('uses its stored compression (%s)', async (accepted, encoding, content) => {
    const client = await openRawClient(bench.url);
    client.send(requestText('GET', '/assets/app-3f2a91bc.js', { 'accept-encoding': accepted }));
    const text = await client.received((received) => received.includes('script', received.indexOf('\r\n\r\n')));
    expect(text.endsWith(content)).toBe(true);
    expect(/content-encoding: (\w+)/i.exec(text)?.[1]).toBe(encoding);
    client.destroy();
  });

  it('sends large files completely, and leaves none open when clients disconnect', async () => {
    const response = await get('/models/arm.glb');
    expect(Buffer.from(await response.arrayBuffer()).equals(large)).toBe(true);
    for (let round = 0; round < 5; round++) {
      const client = await openRawClient(bench.url);
      client.send(requestText('GET', '/models/arm.glb').repeat(10) + requestText('GET', '/').repeat(10));
      await client.received((text) => text.length > 0);
      client.destroy();
    }
    await expect.poll(openFiles).toBe(0);
    await expect.poll(() => bench.connections()).toBeLessThanOrEqual(2);
  });

  it('leaves the API’s page at /docs', async () => {
    expect(await (await get('/docs')).text()).toContain('swagger-ui');
  });
});

describe('Without a web app', () => {
  it('the API’s page is at /', async () => {
    const bare = await startGatewayBench({ webFolder: join(folder, 'none') });
    expect(await (await fetch(bare.url)).text()).toContain('swagger-ui');
    await bare.stop();
  });
});
