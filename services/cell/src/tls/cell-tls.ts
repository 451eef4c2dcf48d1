import { join } from 'node:path';
import { readTLSFiles } from '@cellwright/service-kit';
import type { Config } from '../config.ts';
import type { DataFolder } from '../data/data-folder.ts';
import { isFree } from '../supervision/port-blocks.ts';
import { openCertificates } from './cell-certificates.ts';
import { certificateNames, readMachine } from './machine-names.ts';

/** Default port 3000 becomes 3443. */
const httpsPortOffset = 443;

/** TLS settings of the gateway and the stop listener of a cell. */
export interface CellTLS {
  /** Environment variables of both. */
  readonly env: Readonly<Record<string, string>>;
  /** SHA-256 of the cell's own authority; undefined if a certificate was configured. */
  readonly fingerprint: string | undefined;
}

/**
 * Checks the configured certificate, or opens the cell's own.
 * @throws ConfigError for an unusable certificate, StartError for a damaged authority.
 */
export async function openCellTLS(config: Config, folder: DataFolder, now: Date): Promise<CellTLS> {
  const env = { HTTPS_HOST: httpsHostOf(config) };
  if (readTLSFiles(config)) return { env, fingerprint: undefined };
  const machine = readMachine();
  const more = config.HOST_NAMES.split(',').map((name) => name.trim());
  const certificates = await openCertificates({
    folder: join(folder.path, 'tls'),
    machineName: machine.hostname,
    names: certificateNames(machine, more),
    now,
  });
  const { certFile, keyFile, authorityFile, fingerprint } = certificates;
  return { env: { ...env, TLS_CERT_FILE: certFile, TLS_KEY_FILE: keyFile, TLS_CA_FILE: authorityFile }, fingerprint };
}

export function httpsHostOf({ HTTPS_HOST, HOST }: Pick<Config, 'HTTPS_HOST' | 'HOST'>): string {
  return HTTPS_HOST ?? HOST;
}

/** Returns HTTPS_PORT; without it PORT + 443 if that is free, else `freePort`, also for 0. */
export async function chooseHttpsPort(
  { HTTPS_PORT, PORT }: Pick<Config, 'HTTPS_PORT' | 'PORT'>,
  freePort: number,
): Promise<number> {
  if (HTTPS_PORT !== undefined) return HTTPS_PORT || freePort;
  const usual = PORT + httpsPortOffset;
  return PORT !== 0 && usual <= 65_535 && (await isFree(usual)) ? usual : freePort;
}

/** Returns the URL of a port of a cell that listens at `host`, for its own machine. */
export function httpsURLAt(host: string, port: number): string {
  if (['0.0.0.0', '::', '127.0.0.1'].includes(host)) return `https://localhost:${port}`;
  return `https://${host.includes(':') ? `[${host}]` : host}:${port}`;
}
