import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createHttpRegistry } from '../registry/http-registry.ts';
import { UntrustedRegistryError } from '../trust/attacks.ts';
import { downloadFile, locateDownload, requireContent } from './resumable-download.ts';

const content = Buffer.alloc(1_100_000, 'image of a build ');
const file = {
  path: 'images/cell.tar',
  storedPath: 'targets/images/cell.tar',
  length: content.length,
  sha256: createHash('sha256').update(content).digest('hex'),
};

let folder: string;
let server: Server;
/** Bytes after which each connection is cut; further ones are not cut. */
let cuts: number[];
let sent: number;
let body: Buffer;
let canContinue: boolean;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cellwright-download-'));
  [cuts, sent, body, canContinue] = [[], 0, content, true];
  server = createServer((request, response) => {
    const from = canContinue ? Number(/bytes=(\d+)-/.exec(request.headers.range ?? '')?.[1] ?? 0) : 0;
    const cut = cuts.shift() ?? Number.POSITIVE_INFINITY;
    const part = body.subarray(from, from + cut);
    sent += part.length;
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': body.length - from });
    if (from + part.length === body.length) response.end(part);
    else response.write(part, () => void waitForPart(from + part.length).then(() => response.destroy()));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Waits until the client has stored the sent data: data in transit is lost when the connection is cut. */
async function waitForPart(size: number): Promise<void> {
  const part = `${locateDownload(folder, file)}.part`;
  await expect.poll(() => statSync(part, { throwIfNoEntry: false })?.size, { interval: 5, timeout: 20_000 }).toBe(size);
}

/** Downloads, and advances the time of waits between tries. */
async function download(): Promise<string> {
  const clock = new VirtualClock();
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address());
  const registry = createHttpRegistry(`http://127.0.0.1:${port}`);
  const { signal } = new AbortController();
  let isEnded = false;
  const result = downloadFile({ registry, file, folder, clock, signal }).finally(() => {
    isEnded = true;
  });
  result.catch(() => undefined);
  while (!isEnded) {
    await new Promise(setImmediate);
    if (clock.pendingTimers > 0) await clock.advance(60_000);
  }
  return result;
}

describe('A download', () => {
  it('continues after ten cuts, and fetches at most a tenth again', async () => {
    cuts = Array.from({ length: 10 }, () => 100_000);
    expect(readFileSync(await download()).equals(content)).toBe(true);
    expect(sent).toBeLessThanOrEqual(content.length * 1.1);
  });

  it('fails at the eleventh cut, and continues with the next try', async () => {
    cuts = Array.from({ length: 11 }, () => 50_000);
    await expect(download()).rejects.toThrow('broke off 11 times');
    sent = 0;
    expect(readFileSync(await download()).equals(content)).toBe(true);
    expect(sent).toBeLessThan(content.length);
  });

  it('begins again where the registry cannot continue', async () => {
    canContinue = false;
    cuts = [500_000];
    expect(readFileSync(await download()).equals(content)).toBe(true);
    expect(sent).toBe(content.length + 500_000);
  });

  it('refuses more data than was signed, and stores none of it', async () => {
    body = Buffer.concat([content, Buffer.alloc(10)]);
    await expect(download()).rejects.toThrow('(endless data)');
    expect(existsSync(`${locateDownload(folder, file)}.part`)).toBe(false);
  });

  it('refuses other data than was signed, and stores none of it', async () => {
    body = Buffer.from(content);
    body.writeUInt8(0, 1000);
    await expect(download()).rejects.toThrow(UntrustedRegistryError);
    expect(existsSync(locateDownload(folder, file))).toBe(false);
  });

  it('finds a file that was changed on the disk later', async () => {
    const place = await download();
    writeFileSync(place, Buffer.alloc(content.length));
    await expect(requireContent(place, file)).rejects.toThrow(UntrustedRegistryError);
    expect(existsSync(place)).toBe(false);
  });
});
