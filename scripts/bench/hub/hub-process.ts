import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createHttp } from '@cellwright/client';
import { nameOf, pssOf, treeOf } from '../process-tree.ts';

const readyWithinMS = 120_000;
const endWithinMS = 20_000;
const shownProcesses = 5;

/** Starts the built hub on a data folder of its own, with the NATS server that `npm run hub` installs if it is there. */
export async function startHubProcess() {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-bench-hub-'));
  const [port, natsPort] = [await findPort(), await findPort()];
  const env = {
    ...process.env,
    PATH: [resolve('.cache/nats-server/bin'), process.env.PATH].join(delimiter),
    ...{ CELLWRIGHT_DATA: folder, PORT: String(port), FLEET_NATS_PORT: String(natsPort) },
  };
  let child: ChildProcess | undefined;
  const isRunning = () => child !== undefined && child.exitCode === null && child.signalCode === null;
  const start = async () => {
    child = spawn(process.execPath, ['services/cell/dist/main.js', '--hub'], { env, stdio: 'ignore' });
    const deadline = performance.now() + readyWithinMS;
    while (!(await isReady(port))) {
      if (performance.now() > deadline || !isRunning()) throw new Error('The hub does not start');
      await delay(100);
    }
  };
  const listPids = () => (child?.pid !== undefined && isRunning() ? treeOf(child.pid) : []);
  const killAll = async () => {
    if (!child || !isRunning()) return;
    const ended = once(child, 'exit');
    for (const pid of listPids()) process.kill(pid, 'SIGKILL');
    await ended;
  };
  const end = async () => {
    if (child && isRunning()) {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      await Promise.race([ended, delay(endWithinMS, undefined, { ref: false })]);
      await killAll();
    }
    rmSync(folder, { recursive: true, force: true });
  };
  // Also while the hub starts: it would go on without its parent.
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void end().finally(() => process.exit(1)));
  try {
    await start();
  } catch (error) {
    await end();
    throw error;
  }
  const token = readFileSync(join(folder, 'admin-key'), 'utf8').trim();
  return {
    natsURL: `nats://127.0.0.1:${natsPort}`,
    http: createHttp({ url: `http://127.0.0.1:${port}`, token }),
    startAgain: start,
    /** Kills all processes of the hub, also its database and NATS. */
    killAll,
    /** Returns the memory of the hub with its database and NATS, MB: the sum of the shares of its processes. */
    readMemory(): { readonly total: number; readonly largest: Readonly<Record<string, number>> } {
      const processes = listPids().map((pid) => ({ name: nameOf(pid), share: pssOf(pid) / 1024 }));
      const total = Math.round(processes.reduce((sum, { share }) => sum + share, 0));
      const largest = processes.sort((a, b) => b.share - a.share).slice(0, shownProcesses);
      return { total, largest: Object.fromEntries(largest.map(({ name, share }) => [name, Math.round(share)])) };
    },
    /** Stops the hub and deletes its folder. */
    end,
  };
}
export type HubProcess = Awaited<ReturnType<typeof startHubProcess>>;

async function isReady(port: number): Promise<boolean> {
  const response = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  return response?.ok ?? false;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address ? address.port : 0;
}
