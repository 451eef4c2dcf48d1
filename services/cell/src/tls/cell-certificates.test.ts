import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, get } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openCertificates } from './cell-certificates.ts';

const dayMS = 24 * 3600 * 1000;
const names = ['localhost', 'box-7', 'box-7.local', '127.0.0.1', '::1', '192.168.10.4'];
let folder: string;
let now: Date;
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'cellwright-tls-')), 'tls');
  now = new Date();
});
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }));

const open = (more: { names?: readonly string[] } = {}) =>
  openCertificates({ folder, machineName: 'box-7', names, now, ...more });
const passDays = (days: number) => {
  now = new Date(now.getTime() + days * dayMS);
};
const certificateAt = (file: string) => new X509Certificate(readFileSync(file));
const modeOf = (file: string) => (statSync(file).mode & 0o777).toString(8);
const openssl = (...args: string[]) => execFileSync('openssl', args, { encoding: 'utf8', stdio: 'pipe' });

/** Requests `path` by HTTPS and trusts this authority only. */
async function request(host: string, { certFile, keyFile, authorityFile }: Awaited<ReturnType<typeof open>>) {
  const server = createServer({ cert: readFileSync(certFile), key: readFileSync(keyFile) }, (_request, response) => {
    response.end('hello');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  try {
    return await new Promise<number | undefined>((resolve, reject) => {
      const options = { host: '127.0.0.1', port, servername: host, ca: readFileSync(authorityFile), agent: false };
      get(options, (response) => resolve(response.resume().statusCode)).on('error', reject);
    });
  } finally {
    server.close();
  }
}

describe('openCertificates', () => {
  it('creates an authority and a server certificate that openssl verifies for every name and address', async () => {
    const { certFile, authorityFile } = await open();
    for (const name of names) {
      const check = /^[\d.:]+$/.test(name) ? '-verify_ip' : '-verify_hostname';
      const purpose = ['-purpose', 'sslserver', '-x509_strict'];
      expect(openssl('verify', ...purpose, '-CAfile', authorityFile, check, name, certFile)).toBe(`${certFile}: OK\n`);
    }
    expect(() => openssl('verify', '-CAfile', authorityFile, '-verify_hostname', 'other.example', certFile)).toThrow(
      /hostname mismatch/i,
    );
  });

  it('creates certificates that Node trusts by the authority and for their names only', async () => {
    const certificates = await open();
    expect(await request('box-7', certificates)).toBe(200);
    await expect(request('other.example', certificates)).rejects.toMatchObject({
      code: 'ERR_TLS_CERT_ALTNAME_INVALID',
    });
  });

  it('lets the authority sign servers only, and the server certificate last at most 825 days', async () => {
    const { certFile, authorityFile } = await open();
    const text = openssl('x509', '-in', authorityFile, '-noout', '-text');
    expect(text).toMatch(/Basic Constraints: critical\s+CA:TRUE, pathlen:0/);
    expect(text).toMatch(/Key Usage: critical\s+Certificate Sign, CRL Sign/);
    const { validFrom, validTo, ca } = certificateAt(certFile);
    expect((Date.parse(validTo) - Date.parse(validFrom)) / dayMS).toBeLessThanOrEqual(825);
    expect(ca).toBe(false);
  });

  it('keeps the keys readable by this user only', async () => {
    const { keyFile } = await open();
    expect([modeOf(folder), modeOf(keyFile), modeOf(join(folder, 'ca.key'))]).toEqual(['700', '600', '600']);
  });

  it('keeps both certificates at the next start', async () => {
    const first = await open();
    const cert = readFileSync(first.certFile, 'utf8');
    expect(await open()).toEqual({ ...first, isRenewed: false });
    expect(readFileSync(first.certFile, 'utf8')).toBe(cert);
  });

  it.each([
    ['an address is new', () => ({ names: [...names, '10.0.0.9'] })],
    ['a name is new', () => ({ names: [...names, 'robots.example'] })],
    ['a wildcard is new', () => ({ names: [...names, '*.plant.example'] })],
    ['the certificate ends within 30 days', () => passDays(791)],
    ['the certificate file is damaged', ({ certFile }: { certFile: string }) => writeFileSync(certFile, 'damaged')],
    ['the key is missing', ({ keyFile }: { keyFile: string }) => rmSync(keyFile)],
  ])('renews the server certificate and keeps the authority when %s', async (_why, change) => {
    const first = await open();
    const wanted = change(first) ?? {};
    const second = await open(wanted);
    expect(second).toMatchObject({ isRenewed: true, fingerprint: first.fingerprint });
    expect(await open(wanted)).toMatchObject({ isRenewed: false });
  });

  it('keeps a certificate that contains more names than the machine has now', async () => {
    await open();
    expect(await open({ names: ['localhost'] })).toMatchObject({ isRenewed: false });
  });

  it('creates an authority that is also valid while the clock of the machine is not set', async () => {
    const today = now;
    now = new Date(0);
    const first = await open();
    now = today;
    const second = await open();
    expect(second.fingerprint).toBe(first.fingerprint);
    expect(await request('box-7', second)).toBe(200);
  });

  it('refuses to start with a damaged authority instead of making a new one', async () => {
    await open();
    rmSync(join(folder, 'ca.key'));
    await expect(open()).rejects.toThrow(/certificate authority in .* is damaged.*Restore both/);
  });
});
