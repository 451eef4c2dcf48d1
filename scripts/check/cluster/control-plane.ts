// The control plane of a cluster: etcd and the API server, and the controllers that a node needs.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cache } from './cache.ts';
import type { Launcher } from './launcher.ts';

export interface ControlPlaneOptions {
  readonly cache: Cache;
  readonly launcher: Launcher;
  /** Folder for data, keys and the kubeconfig. */
  readonly folder: string;
  readonly ports: { readonly etcd: number; readonly etcdPeer: number; readonly api: number };
  /** Address at which nodes and pods reach the API server. */
  readonly address: string;
}

export interface ControlPlane {
  /** Kubeconfig of an administrator. */
  readonly kubeconfig: string;
  /** Certificate of the API server with its authority. */
  readonly certificate: string;
  readonly signingKey: string;
}

export const serviceNetwork = '10.96.0.0/16';
export const podNetwork = '10.244.0.0/24';
const loopback = '127.0.0.1';

/** Starts etcd and the API server, and waits until the latter is ready. */
export async function startApiServer(options: ControlPlaneOptions): Promise<ControlPlane> {
  const { cache, launcher, folder, ports, address } = options;
  mkdirSync(folder, { recursive: true });
  const token = randomBytes(24).toString('hex');
  const keys = writeKeys(folder, token);
  const etcdURL = `http://${loopback}:${ports.etcd}`;
  const peerURL = `http://${loopback}:${ports.etcdPeer}`;
  launcher.start('etcd', cache.pathOf('etcd'), [
    ...['--name=default', `--data-dir=${join(folder, 'etcd')}`, `--initial-cluster=default=${peerURL}`],
    ...[`--listen-client-urls=${etcdURL}`, `--advertise-client-urls=${etcdURL}`],
    // The data ends with the check, so nothing has to survive a power cut.
    ...[`--listen-peer-urls=${peerURL}`, `--initial-advertise-peer-urls=${peerURL}`, '--unsafe-no-fsync'],
  ]);
  const certificates = join(folder, 'certificates');
  const server = launcher.start('kube-apiserver', cache.pathOf('kube-apiserver'), [
    ...[`--etcd-servers=${etcdURL}`, `--secure-port=${ports.api}`, `--cert-dir=${certificates}`],
    ...[`--bind-address=${address === loopback ? loopback : '0.0.0.0'}`, `--advertise-address=${address}`],
    ...['--service-account-issuer=https://kubernetes.default.svc', `--service-account-key-file=${keys.publicKey}`],
    ...[`--service-account-signing-key-file=${keys.signingKey}`, `--service-cluster-ip-range=${serviceNetwork}`],
    ...['--authorization-mode=RBAC,Node', `--token-auth-file=${keys.tokens}`, '--allow-privileged=true'],
    ...['--kubelet-preferred-address-types=InternalIP', '--profiling=false'],
    // Loopback is no endpoint of a cluster, and without a node no pod looks for one.
    ...(address === loopback ? ['--endpoint-reconciler-type=none'] : []),
  ]);
  const kubeconfig = join(folder, 'kubeconfig');
  writeFileSync(kubeconfig, describeAdministrator(`https://${address}:${ports.api}`, token), { mode: 0o600 });
  const isReady = () => launcher.succeeds('kubectl', ['--kubeconfig', kubeconfig, 'get', '--raw', '/readyz']);
  await launcher.waitFor(server, isReady);
  return { kubeconfig, certificate: join(certificates, 'apiserver.crt'), signingKey: keys.signingKey };
}

function writeKeys(folder: string, token: string) {
  const { privateKey, publicKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
  const paths = {
    signingKey: join(folder, 'accounts.key'),
    publicKey: join(folder, 'accounts.pub'),
    tokens: join(folder, 'tokens.csv'),
  };
  writeFileSync(paths.signingKey, privateKey, { mode: 0o600 });
  writeFileSync(paths.publicKey, publicKey);
  writeFileSync(paths.tokens, `${token},admin,admin,system:masters\n`, { mode: 0o600 });
  return paths;
}

function describeAdministrator(server: string, token: string): string {
  return JSON.stringify({
    apiVersion: 'v1',
    kind: 'Config',
    clusters: [{ name: 'check', cluster: { server, 'insecure-skip-tls-verify': true } }],
    users: [{ name: 'admin', user: { token } }],
    contexts: [{ name: 'check', context: { cluster: 'check', user: 'admin' } }],
    'current-context': 'check',
  });
}

/** Starts the controllers and the scheduler, and waits until both are healthy. */
export async function startControllers(options: ControlPlaneOptions, plane: ControlPlane): Promise<void> {
  const { cache, launcher } = options;
  const common = [`--kubeconfig=${plane.kubeconfig}`, '--leader-elect=false', `--bind-address=${loopback}`];
  const manager = launcher.start('kube-controller-manager', cache.pathOf('kube-controller-manager'), [
    ...common,
    ...[
      '--controllers=*,-node-ipam-controller,-cloud-node-lifecycle-controller',
      `--root-ca-file=${plane.certificate}`,
    ],
    `--service-account-private-key-file=${plane.signingKey}`,
  ]);
  const scheduler = launcher.start('kube-scheduler', cache.pathOf('kube-scheduler'), common);
  const isHealthy = (port: number) => () =>
    launcher.succeeds('curl', ['-ksf', '-m', '2', `https://${loopback}:${port}/healthz`]);
  await launcher.waitFor(manager, isHealthy(10_257));
  await launcher.waitFor(scheduler, isHealthy(10_259));
}
