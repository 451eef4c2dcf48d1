import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { ConfigError } from './config.ts';

/** Variables of a service that serves TLS. Spread into its own schema. */
export const tlsConfig = {
  /** Certificate with its chain, PEM. TLS is served if this and the key are set. */
  TLS_CERT_FILE: z.string().optional(),
  /** Private key of the certificate, PEM, without a passphrase. */
  TLS_KEY_FILE: z.string().optional(),
  /** Certificate authority for devices to trust, PEM; offered for download at /trust. */
  TLS_CA_FILE: z.string().optional(),
} as const;

export type TLSConfig = { readonly [Name in keyof typeof tlsConfig]?: string | undefined };

/** Certificate, key and authority at the start of the process. */
export interface TLSFiles {
  readonly cert: string;
  readonly key: string;
  readonly ca: X509Certificate | undefined;
}

/** Lowest version that both TLS servers of a cell accept. */
export const minTLSVersion = 'TLSv1.2';

/**
 * Reads the certificate, its key and the authority. Undefined when neither certificate nor key is set.
 * @throws ConfigError when one of the two is missing, a file cannot be used, or the key belongs to another certificate.
 */
export function readTLSFiles(config: TLSConfig): TLSFiles | undefined {
  const { TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CA_FILE: caFile } = config;
  if (certFile === undefined && keyFile === undefined) return undefined;
  if (certFile === undefined) throw wrong('TLS_CERT_FILE', 'is not set, but TLS_KEY_FILE is. Set both or neither');
  if (keyFile === undefined) throw wrong('TLS_KEY_FILE', 'is not set, but TLS_CERT_FILE is. Set both or neither');
  const cert = read('TLS_CERT_FILE', certFile, (pem) => new X509Certificate(pem));
  const key = read('TLS_KEY_FILE', keyFile, createPrivateKey);
  if (!cert.parsed.checkPrivateKey(key.parsed)) {
    throw wrong('TLS_KEY_FILE', 'is not the key of the certificate in TLS_CERT_FILE. Name the files of one pair');
  }
  const ca = caFile === undefined ? undefined : read('TLS_CA_FILE', caFile, (pem) => new X509Certificate(pem)).parsed;
  return { cert: cert.text, key: key.text, ca };
}

function read<Parsed>(
  variable: string,
  file: string,
  parse: (pem: string) => Parsed,
): { text: string; parsed: Parsed } {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, parsed: parse(text) };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw wrong(variable, `${file} is not a readable PEM file (${why})`);
  }
}

function wrong(variable: string, problem: string): ConfigError {
  return new ConfigError([{ variable, problem }]);
}
