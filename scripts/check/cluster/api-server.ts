// API server with its etcd on loopback, without nodes: it admits, refuses and stores objects like a real cluster.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startOnRandomPort } from '@cellwright/testkit';
import type { Cache } from './cache.ts';
import { startApiServer } from './control-plane.ts';
import { Kubectl } from './kubectl.ts';
import { Launcher } from './launcher.ts';

export interface ApiServer {
  readonly kubectl: Kubectl;
  readonly launcher: Launcher;
  stop(): Promise<void>;
}

/** Starts it with a separate data folder. Needs no root. */
export async function startApiServerAlone(cache: Cache): Promise<ApiServer> {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-api-server-'));
  const remove = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', remove);
  const launcher = new Launcher({ logs: join(folder, 'logs') });
  const stop = async () => {
    await launcher.stopAll();
    process.off('exit', remove);
    remove();
  };
  try {
    const ports = { etcd: await freePort(), etcdPeer: await freePort(), api: await freePort() };
    const plane = await startApiServer({ cache, launcher, folder, ports, address: '127.0.0.1' });
    return { kubectl: new Kubectl(launcher, { kubeconfig: plane.kubeconfig, folder }), launcher, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

const freePort = () => startOnRandomPort(async (port) => port);
