// A node: containerd, kubelet and kube-proxy, and the names and volumes that a cell needs.
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Cache } from './cache.ts';
import { podNetwork, serviceNetwork } from './control-plane.ts';
import type { Kubectl } from './kubectl.ts';
import type { Launcher, Program } from './launcher.ts';
import { nodeAddress } from './namespaces.ts';
import { libraryFolder } from './obtain.ts';

export const nodeName = 'box';
export const pauseImage = 'localhost/pause:1';
export const dnsAddress = '10.96.0.10';
/** Inside the namespaces, where this folder is private. */
const containerdSocket = '/run/containerd.sock';
const readyWithinMS = 120_000;

export interface NodeOptions {
  readonly cache: Cache;
  readonly launcher: Launcher;
  readonly folder: string;
  readonly kubeconfig: string;
  readonly kubectl: Kubectl;
  /** Control group of all pods. */
  readonly group: string;
}

/** Starts containerd and waits until it responds. */
export async function startContainerd({ cache, launcher, folder }: NodeOptions): Promise<void> {
  const config = join(folder, 'containerd.toml');
  writeFileSync(config, describeContainerd(cache, folder));
  const networks = join(folder, 'networks');
  mkdirSync(networks, { recursive: true });
  writeFileSync(join(networks, '10-pods.conflist'), JSON.stringify(describeNetwork(folder)));
  const program = launcher.start(
    'containerd',
    cache.pathOf('containerd'),
    ['--config', config],
    nodeEnv(cache, folder),
  );
  await launcher.waitFor(program, () =>
    launcher.succeeds(cache.pathOf('ctr'), ['--address', containerdSocket, 'version']),
  );
}

/** Imports images from an archive as `docker save` writes it. */
export async function importImages({ cache, launcher }: NodeOptions, archive: string): Promise<void> {
  const args = ['--address', containerdSocket, '--namespace', 'k8s.io', 'images', 'import', archive];
  await launcher.run(cache.pathOf('ctr'), args, { withinMS: 600_000 });
}

/** Starts a kubelet. */
export function startKubelet({ cache, launcher, folder, kubeconfig, group }: NodeOptions): Program {
  const config = join(folder, 'kubelet.json');
  writeFileSync(config, JSON.stringify(describeKubelet(folder, group)));
  return launcher.start(
    'kubelet',
    cache.pathOf('kubelet'),
    [
      ...[`--config=${config}`, `--kubeconfig=${kubeconfig}`, `--root-dir=${join(folder, 'kubelet')}`],
      ...[`--cert-dir=${join(folder, 'kubelet-certificates')}`, `--hostname-override=${nodeName}`],
      `--node-ip=${nodeAddress}`,
    ],
    nodeEnv(cache, folder),
  );
}

/** Starts kubelet and kube-proxy, and waits until the node is ready. */
export async function startNode(options: NodeOptions): Promise<Program> {
  const { cache, launcher, folder, kubeconfig, kubectl } = options;
  const kubelet = startKubelet(options);
  await launcher.waitFor(kubelet, () => isNodeReady(kubectl), readyWithinMS);
  launcher.start(
    'kube-proxy',
    cache.pathOf('kube-proxy'),
    [
      ...[`--kubeconfig=${kubeconfig}`, '--proxy-mode=iptables', `--cluster-cidr=${podNetwork}`],
      ...[`--hostname-override=${nodeName}`, '--iptables-localhost-nodeports=false'],
      // These settings are the machine's, and cannot be changed from inside.
      ...['--conntrack-max-per-core=0', '--conntrack-tcp-timeout-established=0s'],
      '--conntrack-tcp-timeout-close-wait=0s',
    ],
    nodeEnv(cache, folder),
  );
  return kubelet;
}

export async function isNodeReady(kubectl: Kubectl): Promise<boolean> {
  const path = 'jsonpath={.items[*].status.conditions[?(@.type=="Ready")].status}';
  const answer = await kubectl.run(['get', 'nodes', '-o', path]).catch(() => '');
  return answer === 'True';
}

/** Starts the controller that enforces NetworkPolicies, the one that k3s has built in. */
export function startPolicies({ cache, launcher, folder, kubeconfig }: NodeOptions): Program {
  return launcher.start(
    'kube-router',
    cache.pathOf('kube-router'),
    [
      ...[`--kubeconfig=${kubeconfig}`, '--run-firewall=true', '--run-router=false', '--run-service-proxy=false'],
      ...[`--hostname-override=${nodeName}`, `--service-cluster-ip-range=${serviceNetwork}`],
    ],
    nodeEnv(cache, folder),
  );
}

/** The programs find others and their libraries by these variables. */
function nodeEnv(cache: Cache, folder: string): NodeJS.ProcessEnv {
  const links = join(folder, 'links');
  rmSync(links, { recursive: true, force: true });
  mkdirSync(links);
  for (const family of ['iptables', 'ip6tables'])
    for (const name of [family, `${family}-save`, `${family}-restore`])
      symlinkSync(cache.pathOf('iptables'), join(links, name));
  for (const program of ['ipset', 'runc'] as const) symlinkSync(cache.pathOf(program), join(links, program));
  const libraries = libraryFolder(cache);
  return {
    PATH: [links, join(cache.folder, 'debian/usr/bin'), process.env.PATH].join(':'),
    LD_LIBRARY_PATH: libraries,
    XTABLES_LIBDIR: join(libraries, 'xtables'),
  };
}

function describeContainerd(cache: Cache, folder: string): string {
  const cri = 'plugins."io.containerd.grpc.v1.cri"';
  return [
    'version = 2',
    `root = "${join(folder, 'containerd')}"`,
    'state = "/run/containerd"',
    `[grpc]\naddress = "${containerdSocket}"`,
    `[${cri}]\nsandbox_image = "${pauseImage}"\nrestrict_oom_score_adj = true`,
    `[${cri}.cni]\nbin_dir = "${join(cache.folder, 'debian/usr/lib/cni')}"\nconf_dir = "${join(folder, 'networks')}"`,
    `[${cri}.containerd]\nsnapshotter = "overlayfs"`,
    `[${cri}.containerd.runtimes.runc]\nruntime_type = "io.containerd.runc.v2"`,
    `[${cri}.containerd.runtimes.runc.options]\nSystemdCgroup = false`,
    '',
  ].join('\n');
}

/** Each pod has a separate route through the node, which applies Service addresses and policies to its packets. */
function describeNetwork(folder: string) {
  const ranges = [[{ subnet: podNetwork }]];
  const ipam = { type: 'host-local', dataDir: join(folder, 'addresses'), ranges, routes: [{ dst: '0.0.0.0/0' }] };
  return { cniVersion: '0.4.0', name: 'pods', plugins: [{ type: 'ptp', ipMasq: false, ipam }] };
}

function describeKubelet(folder: string, group: string) {
  const names = join(folder, 'no-names.conf');
  writeFileSync(names, '');
  return {
    apiVersion: 'kubelet.config.k8s.io/v1beta1',
    kind: 'KubeletConfiguration',
    // Only this cluster can reach it, inside its namespaces.
    authentication: { anonymous: { enabled: true }, webhook: { enabled: false } },
    authorization: { mode: 'AlwaysAllow' },
    cgroupDriver: 'cgroupfs',
    cgroupRoot: `/${group}`,
    clusterDNS: [dnsAddress],
    clusterDomain: 'cluster.local',
    containerRuntimeEndpoint: `unix://${containerdSocket}`,
    enforceNodeAllocatable: [],
    evictionHard: {},
    failCgroupV1: false,
    failSwapOn: false,
    // Images cannot be pulled again.
    imageGCHighThresholdPercent: 100,
    imageGCLowThresholdPercent: 99,
    oomScoreAdj: 0,
    resolvConf: names,
    volumePluginDir: join(folder, 'volume-plugins'),
  };
}
