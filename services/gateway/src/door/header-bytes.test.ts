import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type GatewayBench, goodToken, startGatewayBench } from '../testing/gateway-bench.fixture.ts';
import { createHeaderBytes } from './header-bytes.ts';
import { openRawClient, requestText, statusesIn } from './raw-client.fixture.ts';

describe('createHeaderBytes', () => {
  const sizes = { ofSource: 100_000, total: 150_000 };

  it('reserves what headers have beyond 16 KiB, and releases it with the request', () => {
    const bytes = createHeaderBytes(sizes);
    const [first, second] = [bytes.open('a'), bytes.open('a')];
    expect(first.take(16_384 + 100_000)).toBe(true);
    expect(second.take(16_384)).toBe(true);
    expect(second.take(1)).toBe(false);
    first.onRequest({ complete: true });
    expect(second.take(1)).toBe(true);
  });

  it('limits one source, so that others have bytes left', () => {
    const bytes = createHeaderBytes(sizes);
    expect(bytes.open('a').take(16_384 + 100_001)).toBe(false);
    const [held, other] = [bytes.open('a'), bytes.open('b')];
    expect(held.take(16_384 + 100_000)).toBe(true);
    expect(other.take(16_384 + 50_000)).toBe(true);
    expect(bytes.open('c').take(16_385)).toBe(false);
    held.close();
    expect(bytes.open('c').take(16_385)).toBe(true);
  });

  it('does not count the body of a request', () => {
    const meter = createHeaderBytes(sizes).open('a');
    meter.onRequest({ complete: false });
    for (let piece = 0; piece < 100; piece++) expect(meter.take(65_536)).toBe(true);
  });
});

describe('A request with very many cookies', () => {
  let bench: GatewayBench;
  beforeAll(async () => {
    bench = await startGatewayBench();
  });
  afterAll(() => bench.stop());
  /** As many cookies as a browser stores of one host name. */
  const stuffed = Array.from({ length: 180 }, (_, n) => `junk${n}=${'x'.repeat(4085)}`).join('; ');

  it('gets its answer, also six at the same time', async () => {
    const ask = async () =>
      (await fetch(`${bench.url}/api/v1/cell/me`, { headers: { cookie: `${stuffed}; cw_session=${goodToken}` } }))
        .status;
    expect(await Promise.all(Array.from({ length: 6 }, ask))).toEqual(Array(6).fill(200));
  });

  it('beyond what a browser stores gets an answer with what to do', async () => {
    const client = await openRawClient(bench.url);
    client.send(requestText('GET', '/', { cookie: stuffed + stuffed }));
    const text = await client.closed;
    expect(statusesIn(text)).toEqual([431]);
    expect(text).toContain('delete the cookies of this host name');
  });

  it('gets no memory while many strangers send such headers without an end', async () => {
    const endless = requestText('GET', '/', { cookie: stuffed }).slice(0, -4);
    const strangers = await Promise.all(Array.from({ length: 12 }, () => openRawClient(bench.url)));
    for (const stranger of strangers) stranger.send(endless);
    const answered = () => strangers.filter(({ text }) => statusesIn(text).includes(431)).length;
    await expect.poll(answered, { timeout: 5000 }).toBeGreaterThanOrEqual(5);
    expect((await fetch(`${bench.url}/health/live`)).status).toBe(200);
    for (const stranger of strangers) stranger.destroy();
  });
});
