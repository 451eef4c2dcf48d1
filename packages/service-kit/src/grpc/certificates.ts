import { ChannelCredentials, experimental, ServerCredentials } from '@grpc/grpc-js';
import { type LiveTLS, onTLSChange, type TLSMaterial } from '../callers/internal-tls.ts';

type CertificateProvider = experimental.CertificateProvider;
type CAListener = Parameters<CertificateProvider['addCaCertificateListener']>[0];
type IdentityListener = Parameters<CertificateProvider['addIdentityCertificateListener']>[0];

/** Gives gRPC the certificates of a service, and new ones when their files change. New connections use them. */
class LiveCertificates implements CertificateProvider {
  private readonly tls: LiveTLS;
  private readonly ends = new Map<CAListener | IdentityListener, () => void>();

  constructor(tls: LiveTLS) {
    this.tls = tls;
  }

  addCaCertificateListener(listener: CAListener): void {
    this.add(listener, ({ ca }) => listener({ caCertificate: Buffer.from(ca) }));
  }

  removeCaCertificateListener(listener: CAListener): void {
    this.remove(listener);
  }

  addIdentityCertificateListener(listener: IdentityListener): void {
    this.add(listener, ({ certificate, key }) =>
      listener({ certificate: Buffer.from(certificate), privateKey: Buffer.from(key) }),
    );
  }

  removeIdentityCertificateListener(listener: IdentityListener): void {
    this.remove(listener);
  }

  private add(listener: CAListener | IdentityListener, tell: (material: TLSMaterial) => void): void {
    this.remove(listener);
    this.ends.set(listener, onTLSChange(this.tls, tell));
    // A gRPC server only receives updates after it has added its listener.
    queueMicrotask(() => tell(this.tls.current));
  }

  private remove(listener: CAListener | IdentityListener): void {
    this.ends.get(listener)?.();
    this.ends.delete(listener);
  }
}

export function serverCredentials(tls: LiveTLS | undefined): ServerCredentials {
  if (!tls) return ServerCredentials.createInsecure();
  const certificates = new LiveCertificates(tls);
  return experimental.createCertificateProviderServerCredentials(certificates, certificates, true);
}

export function channelCredentials(tls: LiveTLS | undefined): ChannelCredentials {
  if (!tls) return ChannelCredentials.createInsecure();
  const certificates = new LiveCertificates(tls);
  return experimental.createCertificateProviderChannelCredentials(certificates, certificates);
}
