import { createPrivateKey, type KeyObject, randomBytes, webcrypto, X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
// Required by the next package; both load only when a certificate is created.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';

const dayMS = 24 * 3600 * 1000;
const authorityYears = 20;
/** Apple's devices refuse certificates that last longer than 825 days. */
const serverDays = 820;
/** A control box without a battery starts in 1970. */
const earliest = Date.UTC(2026, 0, 1);
const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' };

/** A certificate and its private key, both PEM. */
export interface KeyPair {
  readonly cert: string;
  readonly key: string;
}

/** Creates a certificate authority for one cell. It signs certificates of servers and no further authorities. */
export async function issueAuthority(machineName: string, now: Date): Promise<KeyPair> {
  const keys = await makeKeys();
  const name = `Cellwright ${machineName.slice(0, 40)} ${randomBytes(3).toString('hex')}`;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    ...validity(now, authorityYears * 365),
    serialNumber: serialNumber(),
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: curve,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: toPEM(certificate), key: await exportKey(keys) };
}

/** Creates a server's certificate for names and addresses, signed by the authority. */
export async function issueServerCertificate(
  authority: KeyPair,
  names: readonly string[],
  now: Date,
): Promise<KeyPair> {
  const keys = await makeKeys();
  const issuer = new x509.X509Certificate(authority.cert);
  const signingKey = await importKey(createPrivateKey(authority.key));
  const certificate = await x509.X509CertificateGenerator.create({
    ...validity(now, serverDays),
    serialNumber: serialNumber(),
    subject: [{ CN: ['Cellwright cell'] }],
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey,
    signingAlgorithm: curve,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage.serverAuth]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(issuer),
    ],
  });
  return { cert: toPEM(certificate), key: await exportKey(keys) };
}

/** Starts a day earlier, because the clocks of devices differ. A clock that was never set counts as `earliest`. */
function validity(now: Date, days: number): { notBefore: Date; notAfter: Date } {
  const start = Math.max(now.getTime(), earliest);
  return { notBefore: new Date(start - dayMS), notAfter: new Date(start + days * dayMS) };
}

/** Returns a positive number of 16 bytes. */
function serialNumber(): string {
  const bytes = randomBytes(16);
  bytes[0] = ((bytes[0] ?? 0) & 0x7f) | 0x40;
  return bytes.toString('hex');
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(curve, true, ['sign', 'verify']);
}

async function exportKey({ privateKey }: webcrypto.CryptoKeyPair): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', privateKey));
  return createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    .export({ format: 'pem', type: 'pkcs8' })
    .toString();
}

function importKey(key: KeyObject): Promise<webcrypto.CryptoKey> {
  const der = key.export({ format: 'der', type: 'pkcs8' });
  return webcrypto.subtle.importKey('pkcs8', der, curve, false, ['sign']);
}

function toPEM({ rawData }: x509.X509Certificate): string {
  return new X509Certificate(Buffer.from(rawData)).toString();
}
