import { createPrivateKey, X509Certificate } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { writeAtomically } from '../data/write-atomically.ts';
import { StartError } from '../start-error.ts';
import type { KeyPair } from './issue.ts';

/** Remaining time below which a certificate is renewed. */
const renewBeforeMS = 30 * 24 * 3600 * 1000;

/** Files of a cell's own certificates, and the fingerprint of its authority. */
export interface CellCertificates {
  readonly certFile: string;
  readonly keyFile: string;
  readonly authorityFile: string;
  readonly fingerprint: string;
  /** True if a new server certificate was created at this start. */
  readonly isRenewed: boolean;
}

export interface CertificateOptions {
  readonly folder: string;
  readonly machineName: string;
  /** Names required in the server's certificate. */
  readonly names: readonly string[];
  readonly now: Date;
}

/**
 * Creates the authority at the first start, and the server's certificate whenever it is missing, does not match, lacks
 * a name or ends soon. @throws StartError when the authority is damaged: devices trust it, so it is not replaced
 * silently.
 */
export async function openCertificates(options: CertificateOptions): Promise<CellCertificates> {
  const { folder, machineName, names, now } = options;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const files = { authority: pairAt(folder, 'ca'), server: pairAt(folder, 'server') };
  const authority = readAuthority(folder, files.authority) ?? (await makeAuthority(files.authority, machineName, now));
  const isRenewed = !isUsable(files.server, authority, names, now);
  if (isRenewed) {
    const { issueServerCertificate } = await import('./issue.ts');
    writePair(files.server, await issueServerCertificate(authority, names, now));
  }
  for (const { keyFile } of Object.values(files)) chmodSync(keyFile, 0o600);
  return {
    certFile: files.server.certFile,
    keyFile: files.server.keyFile,
    authorityFile: files.authority.certFile,
    fingerprint: new X509Certificate(authority.cert).fingerprint256,
    isRenewed,
  };
}

interface PairFiles {
  readonly certFile: string;
  readonly keyFile: string;
}

function pairAt(folder: string, name: string): PairFiles {
  return { certFile: join(folder, `${name}.crt`), keyFile: join(folder, `${name}.key`) };
}

/** The key first: a certificate without its key would look complete. */
function writePair({ certFile, keyFile }: PairFiles, { cert, key }: KeyPair): void {
  writeAtomically(keyFile, key);
  writeAtomically(certFile, cert);
}

async function makeAuthority(files: PairFiles, machineName: string, now: Date): Promise<KeyPair> {
  const { issueAuthority } = await import('./issue.ts');
  const authority = await issueAuthority(machineName, now);
  writePair(files, authority);
  return authority;
}

/** Returns undefined before the first start, and after one that ended between the two files. */
function readAuthority(folder: string, files: PairFiles): KeyPair | undefined {
  if (!existsSync(files.certFile)) return undefined;
  const pair = readPair(files);
  if (pair && fits(pair)) return pair;
  throw new StartError(
    `The certificate authority in ${folder} is damaged: ca.crt and ca.key do not match. Restore both from a backup, or remove both and trust the new authority on every device`,
  );
}

function readPair({ certFile, keyFile }: PairFiles): KeyPair | undefined {
  if (!existsSync(certFile) || !existsSync(keyFile)) return undefined;
  return { cert: readFileSync(certFile, 'utf8'), key: readFileSync(keyFile, 'utf8') };
}

function fits({ cert, key }: KeyPair): boolean {
  try {
    return new X509Certificate(cert).checkPrivateKey(createPrivateKey(key));
  } catch {
    return false;
  }
}

function isUsable(files: PairFiles, authority: KeyPair, names: readonly string[], now: Date): boolean {
  const pair = readPair(files);
  if (!pair || !fits(pair)) return false;
  const certificate = new X509Certificate(pair.cert);
  const issuer = new X509Certificate(authority.cert);
  const endsAt = Date.parse(certificate.validTo);
  const isCurrent = endsAt - now.getTime() > renewBeforeMS && Date.parse(certificate.validFrom) <= now.getTime();
  return isCurrent && certificate.verify(issuer.publicKey) && names.every((name) => hasName(certificate, name));
}

function hasName(certificate: X509Certificate, name: string): boolean {
  if (isIP(name) !== 0) return certificate.checkIP(name) !== undefined;
  // A wildcard name is listed, and matches no host name.
  if (name.startsWith('*')) return (certificate.subjectAltName ?? '').split(', ').includes(`DNS:${name}`);
  return certificate.checkHost(name, { wildcards: false }) !== undefined;
}
