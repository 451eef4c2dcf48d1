import { X509Certificate } from 'node:crypto';
import { request } from 'node:http';
import { readQRCode } from '@cellwright/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fetchSecurely, makeCertificate } from '../../testing/certificate.fixture.ts';
import { type GatewayBench, startGatewayBench } from '../../testing/gateway-bench.fixture.ts';

const certificate = makeCertificate();
let bench: GatewayBench;
beforeAll(async () => {
  bench = await startGatewayBench({ tls: certificate.tls, hostNames: ['cell-7.line.example'] });
});
afterAll(async () => {
  await bench.stop();
  certificate.remove();
});

/** Opens the page as another device does, which knows the cell by a name. */
function openPage(host: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(`${bench.url}/trust`, { headers: { host }, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve(text));
    });
    asked.on('error', reject).end();
  });
}
const fingerprintIn = (page: string) => /data-testid="fingerprint">([^<]*)</.exec(page)?.[1];

describe('The QR code of the certificate page', () => {
  it('leads to the same page, which shows the fingerprint of the authority that the connection uses', async () => {
    const page = await openPage(`cell-7.line.example:${new URL(bench.url).port}`);
    const url = readQRCode(page);
    expect(url).toBe(`http://cell-7.line.example:${new URL(bench.url).port}/trust`);
    expect(page).toContain(`<code>${url}</code>`);
    // Verified with the authority: the connection uses the certificate that the page describes.
    const secure = await fetchSecurely(bench.httpsUrl + new URL(url).pathname, { ca: certificate.ca });
    const { fingerprint256 } = new X509Certificate(certificate.ca);
    expect([fingerprintIn(page), fingerprintIn(secure.text)]).toEqual([fingerprint256, fingerprint256]);
  });
});
