import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll } from 'vitest';

const openssl = (...args: readonly string[]) => execFileSync('openssl', args, { stdio: 'pipe' });
const ellipticKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];

/** For tests: an authority, with certificates of services signed by it. */
export interface TestAuthority {
  /** Certificate of the authority. */
  readonly caFile: string;
  /** Variables of mutual TLS of a service, with a certificate for `names`. */
  issue(...names: readonly string[]): TestTLS;
  remove(): void;
}

export interface TestTLS {
  readonly env: {
    readonly INTERNAL_TLS_CERT_FILE: string;
    readonly INTERNAL_TLS_KEY_FILE: string;
    readonly INTERNAL_TLS_CA_FILE: string;
  };
  /** Replaces these files by those of another service. */
  replaceBy(other: TestTLS): void;
  /** Also trusts other authorities. */
  trust(...others: readonly TestAuthority[]): void;
}

/** Creates two authorities for the tests of a file: the trusted one, and another. */
export function shareAuthorities(): { readonly trusted: TestAuthority; readonly foreign: TestAuthority } {
  const made: TestAuthority[] = [];
  beforeAll(() => void made.push(makeAuthority(), makeAuthority()));
  afterAll(() => {
    for (const authority of made.splice(0)) authority.remove();
  });
  const at = (index: number) => {
    const authority = made[index];
    if (!authority) throw new Error('The authorities exist in tests only');
    return authority;
  };
  return {
    get trusted() {
      return at(0);
    },
    get foreign() {
      return at(1);
    },
  };
}

export function makeAuthority(): TestAuthority {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-authority-'));
  const [caFile, caKey] = [join(folder, 'ca.crt'), join(folder, 'ca.key')];
  const about = ['-subj', '/CN=Test authority', '-days', '2', '-addext', 'basicConstraints=critical,CA:TRUE'];
  openssl('req', '-x509', ...ellipticKey, '-keyout', caKey, '-out', caFile, ...about);
  let count = 0;
  return {
    caFile,
    issue(...names) {
      const base = join(folder, `service-${++count}`);
      const [cert, key, request, trusted] = ['crt', 'key', 'csr', 'ca'].map((kind) => `${base}.${kind}`);
      if (!cert || !key || !request || !trusted) throw new Error('four files');
      const alternatives = `subjectAltName=${names.map((name) => `DNS:${name}`).join(',')}`;
      const subject = ['-subj', '/CN=service', '-addext', alternatives];
      openssl('req', ...ellipticKey, '-keyout', key, '-out', request, ...subject);
      const by = ['-CA', caFile, '-CAkey', caKey, '-CAcreateserial', '-days', '2', '-copy_extensions', 'copy'];
      openssl('x509', '-req', '-in', request, '-out', cert, ...by);
      copyFileSync(caFile, trusted);
      return testTLS(cert, key, trusted);
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function testTLS(cert: string, key: string, ca: string): TestTLS {
  const env = { INTERNAL_TLS_CERT_FILE: cert, INTERNAL_TLS_KEY_FILE: key, INTERNAL_TLS_CA_FILE: ca };
  return {
    env,
    replaceBy({ env: other }) {
      copyFileSync(other.INTERNAL_TLS_KEY_FILE, key);
      copyFileSync(other.INTERNAL_TLS_CERT_FILE, cert);
      copyFileSync(other.INTERNAL_TLS_CA_FILE, ca);
    },
    trust: (...others) =>
      writeFileSync(ca, [ca, ...others.map(({ caFile }) => caFile)].map((file) => readFileSync(file, 'utf8')).join('')),
  };
}
