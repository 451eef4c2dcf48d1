import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Self-signed certificate from openssl, for localhost and 127.0.0.1. */
export interface TestCertificate {
  readonly tls: { readonly TLS_CERT_FILE: string; readonly TLS_KEY_FILE: string; readonly TLS_CA_FILE: string };
  readonly ca: string;
  remove(): void;
}

export function makeCertificate(): TestCertificate {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-certificate-'));
  const [cert, key] = [join(folder, 'tls.crt'), join(folder, 'tls.key')];
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const about = ['-subj', '/CN=Test <authority>', '-addext', names, '-days', '2'];
  execFileSync('openssl', ['req', '-x509', ...curve, '-keyout', key, '-out', cert, ...about], { stdio: 'pipe' });
  return {
    tls: { TLS_CERT_FILE: cert, TLS_KEY_FILE: key, TLS_CA_FILE: cert },
    ca: readFileSync(cert, 'utf8'),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

export interface SecureAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

interface SecureRequest {
  readonly ca: string;
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

/** Requests a URL over HTTPS with one trusted authority. */
export function fetchSecurely(url: string, { ca, method = 'GET', headers = {}, body }: SecureRequest) {
  return new Promise<SecureAnswer>((resolve, reject) => {
    const sent = request(url, { ca, method, headers, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    sent.on('error', reject).end(body);
  });
}
