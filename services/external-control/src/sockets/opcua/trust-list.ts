import { createHash, X509Certificate } from 'node:crypto';
import { existsSync } from 'node:fs';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import { startOfText } from '@cellwright/domain/basics';
import { OPCUACertificateManager } from 'node-opcua-certificate-manager';
import { type StatusCode, StatusCodes } from 'node-opcua-status-code';

type Certificates = Buffer | Buffer[];
/** Called with the certificate of a refused client; undefined if it is none. */
type OnRefused = (certificate: X509Certificate | undefined) => void;
type StatusCallback = (error: Error | null, status?: StatusCode) => void;

const validityDays = 20 * 365;

/**
 * The certificate of the server in a folder, and the list of clients. Certificates of clients are never written to the
 * folder, which strangers could fill.
 */
export class TrustList extends OPCUACertificateManager {
  private readonly trusted: ReadonlySet<string>;
  private readonly onRefused: OnRefused;

  /** @param thumbprints of trusted clients; empty for every client */
  constructor(rootFolder: string, thumbprints: readonly string[], onRefused: OnRefused) {
    super({ rootFolder, automaticallyAcceptUnknownCertificate: false, disableFileWatchers: true });
    // The server ends it twice: for the certificates of clients and of users.
    this.referenceCounter = 1;
    this.trusted = new Set(thumbprints);
    this.onRefused = onRefused;
  }

  /** Creates the certificate of the server, if there is none, for its address and those that the machine has now. */
  async ensureCertificate(applicationUri: string, host: string | undefined): Promise<void> {
    await this.initialize();
    const outputFile = join(this.rootDir, 'own', 'certs', 'certificate.pem');
    if (existsSync(outputFile)) return;
    const interfaces = Object.values(networkInterfaces()).flatMap((each = []) => each);
    const addresses = interfaces.filter(({ family }) => family === 'IPv4').map(({ address }) => address);
    const names = [hostname(), ...(host === undefined ? [] : [host]), ...addresses];
    const ofKind = (isAddress: boolean) => [...new Set(names.filter((name) => isIP(name) > 0 === isAddress))];
    await this.createSelfSignedCertificate({
      ...{ applicationUri, outputFile, startDate: new Date(), validity: validityDays },
      ...{ dns: ofKind(false), ip: ofKind(true), subject: '/CN=Cellwright cell/O=Cellwright' },
    });
  }

  override checkCertificate(chain: Certificates): Promise<StatusCode>;
  override checkCertificate(chain: Certificates, callback: StatusCallback): void;
  override checkCertificate(chain: Certificates, callback?: StatusCallback): Promise<StatusCode> | undefined {
    const certificate = readCertificate(chain);
    const status = this.judge(certificate);
    if (status.isNotGood()) this.onRefused(certificate);
    if (!callback) return Promise.resolve(status);
    callback(null, status);
    return undefined;
  }

  private judge(certificate: X509Certificate | undefined): StatusCode {
    if (!certificate) return StatusCodes.BadCertificateInvalid;
    const now = Date.now();
    if (Date.parse(certificate.validFrom) > now || Date.parse(certificate.validTo) < now)
      return StatusCodes.BadCertificateTimeInvalid;
    const isTrusted = this.trusted.size === 0 || this.trusted.has(computeThumbprint(certificate.raw));
    return isTrusted ? StatusCodes.Good : StatusCodes.BadCertificateUntrusted;
  }
}

/** Returns the certificate of a client: the first one of a chain. */
function readCertificate(chain: Certificates): X509Certificate | undefined {
  const der = Array.isArray(chain) ? chain[0] : chain;
  try {
    // Bytes after the first certificate are those of its issuers.
    return der && new X509Certificate(der);
  } catch {
    return undefined;
  }
}

/** Returns the SHA-1 of a certificate, by which OPC UA names certificates. */
export function computeThumbprint(der: Uint8Array): string {
  return createHash('sha1').update(der).digest('hex');
}

/** Returns the common name of a certificate; empty if it has none. */
export function findCommonName({ subject }: X509Certificate): string {
  return startOfText(/^CN=(.*)$/m.exec(subject)?.[1] ?? '', 100);
}
