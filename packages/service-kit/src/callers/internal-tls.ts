import { createPrivateKey, X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { type ConnectionOptions, type Server, TLSSocket, type TlsOptions } from 'node:tls';
import type { Clock } from '@cellwright/domain/basics';
import * as z from 'zod';
import { ConfigError, type Environment } from '../config.ts';
import type { Logger } from '../logger.ts';
import { LiveFiles } from './live-files.ts';

/** Variables of mutual TLS between services. Set all or none. */
export const internalTLSConfig = {
  /** Certificate of this service with its name and chain; PEM. */
  INTERNAL_TLS_CERT_FILE: z.string().optional(),
  /** Private key of the certificate, PEM, without a passphrase. */
  INTERNAL_TLS_KEY_FILE: z.string().optional(),
  /** Authorities that verify certificates of other services, PEM. */
  INTERNAL_TLS_CA_FILE: z.string().optional(),
} as const;

const variables = Object.keys(internalTLSConfig);

/** Certificate and key of a service, and its trusted authorities; PEM. */
export interface TLSMaterial {
  readonly certificate: string;
  readonly key: string;
  readonly ca: string;
}

/** Current {@link TLSMaterial}. */
export interface LiveTLS {
  readonly current: TLSMaterial;
}

/**
 * Reads the files of mutual TLS. Undefined if none is configured: traffic is then not encrypted.
 * @throws ConfigError if some are missing or unusable
 */
export function readInternalTLS(env: Environment, log: Logger, clock?: Clock): LiveTLS | undefined {
  const paths = variables.map((variable) => env[variable] ?? '');
  if (paths.every((path) => path === '')) return undefined;
  const missing = variables.filter((_, index) => paths[index] === '');
  if (missing.length > 0)
    throw new ConfigError(
      missing.map((variable) => ({ variable, problem: 'is not set; name the certificate, its key and the authority' })),
    );
  try {
    return new LiveFiles({ paths, parse: parseMaterial, log, clock });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    const problem = `cannot be used with its key and authority (${why})`;
    throw new ConfigError([{ variable: 'INTERNAL_TLS_CERT_FILE', problem }]);
  }
}

function parseMaterial([certificate = '', key = '', ca = '']: readonly string[]): TLSMaterial {
  new X509Certificate(ca);
  if (!new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key)))
    throw new Error('the key belongs to another certificate');
  return { certificate, key, ca };
}

/** Returns options of a TLS server that accepts certified services only. */
export function tlsServerOptions({ certificate: cert, key, ca }: TLSMaterial): TlsOptions {
  return { cert, key, ca, requestCert: true, rejectUnauthorized: true, minVersion: 'TLSv1.3' };
}

/** Returns options of a connection to the service with a certificate for `name`. */
export function tlsClientOptions({ certificate: cert, key, ca }: TLSMaterial, name: string): ConnectionOptions {
  return { cert, key, ca, servername: name, minVersion: 'TLSv1.3' };
}

/** New connections use changed files within this time, ms. */
const followMS = 1000;

/** Updates a server when the files change; existing connections continue. Ends with the server. */
export function followTLS(server: Pick<Server, 'setSecureContext' | 'once'>, tls: LiveTLS): void {
  const end = onTLSChange(tls, (material) => server.setSecureContext(tlsServerOptions(material)));
  server.once('close', end);
}

/** Calls back with new material until the returned function is called. */
export function onTLSChange(tls: LiveTLS, listener: (material: TLSMaterial) => void): () => void {
  let last = tls.current;
  const timer = setInterval(() => {
    const { current } = tls;
    if (isSame(current, last)) return;
    last = current;
    listener(current);
  }, followMS);
  timer.unref();
  return () => clearInterval(timer);
}

function isSame(one: TLSMaterial, other: TLSMaterial): boolean {
  return one.certificate === other.certificate && one.key === other.key && one.ca === other.ca;
}

/** Returns the names of a peer's verified certificate; undefined without TLS. */
export function peerNames(socket: Socket): readonly string[] | undefined {
  return socket instanceof TLSSocket ? certifiedNames(socket.getPeerCertificate()) : undefined;
}

/** Returns the names of a verified certificate. */
export function certifiedNames(certificate: { readonly subjectaltname?: string | undefined } | undefined): string[] {
  const names = certificate?.subjectaltname?.split(', ') ?? [];
  return names.filter((name) => name.startsWith('DNS:')).map((name) => name.slice('DNS:'.length));
}
