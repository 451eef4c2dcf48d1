import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readQRCode } from '@cellwright/testkit';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { expect, it } from 'vitest';
import { makeDataPath, startCell, type TestCell } from './harness.ts';
import { Tablet } from './tablet.fixture.ts';

const name = 'cell-7.line.example';
const password = 'correct horse battery staple';
const pin = '271828';

/** Returns the text that a pattern finds in the output of a cell or in a page. */
function find(text: string, pattern: RegExp): string {
  const [, found] = pattern.exec(text) ?? [];
  if (found === undefined) throw new Error(`${pattern} is not in: ${text}`);
  return found;
}

const serialOf = (dataPath: string) =>
  new X509Certificate(readFileSync(join(dataPath, 'tls', 'server.crt'))).serialNumber;

/** Goes from the QR code to the authority and installs it. Returns the address of the cell over HTTPS. */
async function trust(tablet: Tablet, cell: TestCell): Promise<string> {
  const { port } = new URL(cell.url);
  const shown = await tablet.ask('GET', `http://${name}:${port}/trust`);
  const page = await tablet.ask('GET', readQRCode(shown.text));
  const { text } = await tablet.ask('GET', `http://${name}:${port}/trust/ca.crt`);
  const fingerprint = find(cell.output(), /fingerprint of the authority: ([0-9A-F:]+)/);
  expect([find(page.text, /data-testid="fingerprint">([^<]*)</), new X509Certificate(text).fingerprint256]).toEqual([
    fingerprint,
    fingerprint,
  ]);
  const address = find(page.text, /href="(https:\/\/[^"/]+)\/"/);
  await expect(tablet.ask('GET', address)).rejects.toThrow(/certificate/);
  tablet.authority = text;
  return address;
}

/** Creates the first user by the link that the cell printed, on the tablet. */
async function setUp(tablet: Tablet, cell: TestCell, address: string): Promise<void> {
  const token = find(cell.output(), /\/setup#(\S+)/);
  const body = { token, username: 'ada', name: 'Ada', password };
  const { status, setCookies, strictTransport } = await tablet.ask('POST', `${address}/api/v1/cell/setup`, body);
  expect(status).toBe(200);
  expect(setCookies).toEqual([
    expect.stringMatching(/^__Host-cw_session=\S+; Path=\/; HttpOnly; SameSite=Strict; .*; Secure$/),
  ]);
  expect(strictTransport).toBeUndefined();
}

/** Requires HTTPS from now on, with the PIN of the control panel. */
async function requireHttps(tablet: Tablet, api: string): Promise<void> {
  await tablet.ask('POST', `${api}/me/pin`, { password, pin });
  const { text } = await tablet.ask('POST', `${api}/control-panel-token`, { pin });
  const panel = JSON.parse(text).accessToken;
  const saved = await tablet.ask('PATCH', `${api}/network-settings/1`, { strictTransportSecurity: true }, panel);
  expect(saved.status).toBe(200);
}

inExhaustiveRuns(() => {
  it('A tablet trusts a new cell by its QR code, works over HTTPS and WSS, and trusts it after the certificate was renewed', async () => {
    const data = makeDataPath();
    const tablet = new Tablet();
    let cell = await startCell('compact', data.path, { HOST_NAMES: name });
    try {
      const address = await trust(tablet, cell);
      await setUp(tablet, cell, address);
      expect(await tablet.openSocket(address)).toBe('authenticated');
      const api = `${address}/api/v1/cell`;
      await requireHttps(tablet, api);
      // The setting reaches the gateway a moment later.
      await expect
        .poll(() => tablet.ask('GET', `${api}/me`))
        .toMatchObject({ status: 200, strictTransport: 'max-age=31536000' });
      const { port } = new URL(cell.url);
      const plain = await tablet.ask('GET', `http://${name}:${port}/trust`);
      expect(plain).toMatchObject({ status: 200, strictTransport: undefined });

      const serial = serialOf(data.path);
      await cell.stop();
      // A further name, which the certificate does not contain yet.
      cell = await startCell('compact', data.path, { HOST_NAMES: `${name},cell-8.line.example` });
      expect(serialOf(data.path)).not.toBe(serial);
      const httpsPort = find(cell.output(), /over HTTPS, at https:\/\/localhost:(\d+)/);
      for (const each of [name, 'cell-8.line.example']) {
        const again = `https://${each}:${httpsPort}`;
        expect(await tablet.ask('GET', `${again}/api/v1/cell/me`)).toMatchObject({ status: 200 });
        expect(await tablet.openSocket(again)).toBe('authenticated');
      }
    } finally {
      await cell.stop();
      data.remove();
    }
  }, 300_000);
});
