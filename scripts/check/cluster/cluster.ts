// Cluster with one node, in separate namespaces and a separate folder.
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { NotRun } from '../containers/report.ts';
import { nameService, volumes } from './add-ons.ts';
import type { Cache } from './cache.ts';
import { startApiServer, startControllers } from './control-plane.ts';
import { packSystemImages } from './images.ts';
import { Kubectl } from './kubectl.ts';
import { Launcher, type Program } from './launcher.ts';
import { ControlGroup, nodeAddress, openNamespaces } from './namespaces.ts';
import { importImages, isNodeReady, type NodeOptions, startContainerd, startKubelet, startNode } from './node.ts';

export interface Cluster {
  readonly kubectl: Kubectl;
  readonly launcher: Launcher;
  readonly node: NodeOptions;
  /** Folder for data; removed at the end. */
  readonly folder: string;
  /** Kills the kubelet and starts a new one. */
  restartKubelet(whileDown: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

interface ClusterOptions {
  readonly cache: Cache;
  readonly signal: AbortSignal;
  readonly say: (text: string) => void;
}

const place = '/var/tmp';
const prefix = 'cellwright-cluster-';
/** Volumes for the stores of a cell and of another installation after it. */
const volumeCount = 8;
const ports = { etcd: 2379, etcdPeer: 2380, api: 6443 };

/**
 * Starts the cluster and waits until pods can run and find names.
 * @throws NotRun when this machine does not allow that.
 */
export async function startCluster({ cache, signal, say }: ClusterOptions): Promise<Cluster> {
  if (process.getuid?.() !== 0) throw new NotRun('only root can start a node: sudo npm run check:cluster');
  await removeOrphans();
  const folder = mkdtempSync(join(place, prefix));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  const closing: (() => Promise<void> | void)[] = [() => removeFolder(folder)];
  const close = async () => {
    for (const end of closing.splice(0).reverse()) await end();
  };
  try {
    const group = new ControlGroup(`${prefix}${process.pid}`);
    closing.push(() => group.remove());
    group.create();
    const namespaces = await openNamespaces(cache.pathOf('pause'));
    closing.push(namespaces.close);
    const launcher = new Launcher({ logs: join(folder, 'logs'), prefix: namespaces.prefix, signal });
    closing.push(() => launcher.stopAll());
    const options = { cache, launcher, folder, ports, address: nodeAddress };
    const plane = await startApiServer(options);
    const kubectl = new Kubectl(launcher, { kubeconfig: plane.kubeconfig, folder });
    const node = { cache, launcher, folder, kubeconfig: plane.kubeconfig, kubectl, group: group.name };
    await startControllers(options, plane);
    await startContainerd(node);
    say('  API server, controllers and containerd are up');
    const layers = join(folder, 'images');
    mkdirSync(layers);
    await importImages(node, await packSystemImages({ cache, folder: layers, tags: [], signal, say }));
    const kubelet = await startNode(node);
    say('  the node is ready');
    await kubectl.apply([...volumes(join(folder, 'volumes'), volumeCount), ...nameService()]);
    await kubectl.run(['-n', 'kube-system', 'rollout', 'status', 'deployment/coredns', '--timeout=60s'], {
      withinMS: 70_000,
    });
    return { kubectl, launcher, node, folder, close, restartKubelet: makeRestart(node, kubelet) };
  } catch (error) {
    const log = readLogs(folder);
    await close();
    signal.throwIfAborted();
    if (error instanceof Error) error.message = `${error.message}\n${log}`;
    throw error;
  }
}

function makeRestart(node: NodeOptions, first: Program): Cluster['restartKubelet'] {
  let kubelet = first;
  return async (whileDown) => {
    await kubelet.stop('SIGKILL');
    try {
      await whileDown();
    } finally {
      kubelet = startKubelet(node);
    }
    await node.launcher.waitFor(kubelet, () => isNodeReady(node.kubectl), 120_000);
  };
}

/** The last lines of each program's log. */
function readLogs(folder: string): string {
  const logs = join(folder, 'logs');
  if (!existsSync(logs)) return '';
  return readdirSync(logs)
    .map((name) => `== ${name}\n${readFileSync(join(logs, name), 'utf8').slice(-1500)}`)
    .join('\n');
}

async function removeFolder(folder: string): Promise<void> {
  for (let attempt = 0; attempt < 10; attempt++) {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    if (!existsSync(folder)) return;
    // A process inside the namespaces is still ending.
    await sleep(300);
  }
}

/** Removes folders and control groups of killed checks: their programs ended with them. */
async function removeOrphans(): Promise<void> {
  for (const name of readdirSync(place).filter((each) => each.startsWith(prefix))) {
    const owner = join(place, name, 'owner');
    const isAlive = existsSync(owner) && existsSync(`/proc/${readFileSync(owner, 'utf8')}`);
    if (isAlive) continue;
    const [owned = ''] = existsSync(owner) ? [readFileSync(owner, 'utf8')] : [];
    await new ControlGroup(`${prefix}${owned}`).remove();
    rmSync(join(place, name), { recursive: true, force: true });
  }
}
