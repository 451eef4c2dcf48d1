// A dockerd for this check only: its data, its state and its socket are in a temporary folder, it changes neither the
// firewall nor the routes of the machine, and it always ends with this process.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmdirSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, succeeds } from './commands.ts';
import { NotRun, until } from './report.ts';

export interface Daemon {
  /** Value for DOCKER_HOST. */
  readonly host: string;
  stop(): Promise<void>;
}

const cgroup = 'cellwright-check';
const place = '/var/tmp';
const prefix = 'cellwright-containers-';

/**
 * Starts dockerd.
 * @throws NotRun with the end of its log when that fails.
 */
export async function startDaemon({ signal }: { signal: AbortSignal }): Promise<Daemon> {
  if (process.getuid?.() !== 0) throw new NotRun('only root can start a container engine');
  await refuseFirewall();
  await removeOrphans();
  const folder = mkdtempSync(join(place, prefix));
  writeFileSync(join(folder, 'owner'), String(process.pid));
  await mountDisk(join(folder, 'data'), join(folder, 'disk'));
  const host = `unix://${join(folder, 'socket')}`;
  const log = join(folder, 'log');
  shareProcessors();
  const child = spawn('setpriv', ['--pdeathsig', 'TERM', '/usr/sbin/dockerd', ...argumentsOf(folder)], {
    detached: true,
    stdio: ['ignore', openSync(log, 'a'), openSync(log, 'a')],
  });
  const exited = once(child, 'exit');
  const stop = () => stopDaemon(child, exited, folder);
  try {
    await until(
      async () => {
        if (child.exitCode !== null) throw new Error(`dockerd ended with code ${child.exitCode}`);
        return (await succeeds('/usr/bin/docker', ['--host', host, 'info'], { signal })) ? true : undefined;
      },
      { withinMS: 60_000, sentence: 'dockerd does not answer' },
    );
  } catch (error) {
    const end = existsSync(log) ? readFileSync(log, 'utf8').slice(-1500) : '';
    await stop();
    signal.throwIfAborted();
    throw new NotRun(`no container engine could be started: ${error instanceof Error ? error.message : error}\n${end}`);
  }
  return { host, stop };
}

function argumentsOf(folder: string): string[] {
  return [
    ...['--data-root', join(folder, 'data'), '--exec-root', join(folder, 'run'), '--pidfile', join(folder, 'pid')],
    ...['--host', `unix://${join(folder, 'socket')}`, '--cgroup-parent', `/${cgroup}`],
    // Containers communicate over bridges, and a process forwards published ports: neither needs the firewall.
    ...['--bridge=none', '--iptables=false', '--ip6tables=false', '--ip-forward=false', '--ip-masq=false'],
  ];
}

/**
 * Detects a firewall left by another engine that drops packets across a bridge: containers would not reach each other,
 * and the stack would fail after a minute for an invisible reason.
 * @throws NotRun
 */
async function refuseFirewall(): Promise<void> {
  const asks = '/proc/sys/net/bridge/bridge-nf-call-iptables';
  if (!existsSync(asks) || readFileSync(asks, 'utf8').trim() !== '1') return;
  const rules = await run('iptables', ['-S', 'FORWARD']).catch(() => '');
  if (/^-P FORWARD DROP$/m.test(rules)) {
    throw new NotRun(
      "this machine's firewall drops what containers send each other. 'iptables -P FORWARD ACCEPT' lets it through",
    );
  }
}

/**
 * Mounts a separate disk for the data, in a file: removing a hundred thousand files takes minutes on a busy machine,
 * removing one does not; and nothing needs to survive a crash. If that is not possible, the data is in the folder
 * itself.
 */
async function mountDisk(folder: string, file: string): Promise<void> {
  mkdirSync(folder);
  writeFileSync(file, '');
  truncateSync(file, 40 * 2 ** 30);
  try {
    await run('mkfs.ext4', ['-q', '-O', '^has_journal', '-E', 'lazy_itable_init=1', file]);
    await run('mount', ['-o', 'loop,noatime', file, folder]);
  } catch {
    rmSync(file, { force: true });
  }
}

/**
 * Divides the processors: the kernel shares them among groups first, so all containers in one group would get the share
 * of one process.
 */
function shareProcessors(): void {
  const [v1, v2] = ['/sys/fs/cgroup/cpu', '/sys/fs/cgroup'].map((root) => join(root, cgroup));
  try {
    if (existsSync('/sys/fs/cgroup/cpu') && v1) {
      mkdirSync(v1, { recursive: true });
      writeFileSync(join(v1, 'cpu.shares'), String(16 * 1024));
    } else if (v2) {
      mkdirSync(v2, { recursive: true });
      writeFileSync(join(v2, 'cpu.weight'), '1600');
    }
  } catch {
    // Slower with other load, but no reason to skip the check.
  }
}

async function stopDaemon(child: ChildProcess, exited: Promise<unknown>, folder: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill('SIGTERM');
    await Promise.race([exited, sleep(30_000, undefined, { ref: false })]);
    if (child.exitCode === null) child.kill('SIGKILL');
  }
  await removeFolder(folder);
  const root = '/sys/fs/cgroup';
  const groups = [root, ...readdirSync(root).map((name) => join(root, name))].map((parent) => join(parent, cgroup));
  for (const group of groups.filter((each) => existsSync(each))) removeGroup(group);
}

/** Removes the folders of killed checks: their engines ended with them. */
async function removeOrphans(): Promise<void> {
  for (const name of readdirSync(place).filter((each) => each.startsWith(prefix))) {
    const owner = join(place, name, 'owner');
    const isAlive = existsSync(owner) && existsSync(`/proc/${readFileSync(owner, 'utf8')}`);
    if (!isAlive) await removeFolder(join(place, name));
  }
}

async function removeFolder(folder: string): Promise<void> {
  for (const mount of mountsBelow(folder)) await run('umount', ['--lazy', mount]).catch(() => undefined);
  await run('rm', ['-rf', folder], { withinMS: 600_000 });
}

function mountsBelow(folder: string): string[] {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .map((line) => line.split(' ')[1] ?? '');
  return mounts.filter((mount) => mount.startsWith(`${folder}/`)).reverse();
}

/** Groups are removed from the inside out. */
function removeGroup(group: string): void {
  try {
    const inner = readdirSync(group, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of inner) removeGroup(join(group, name));
    rmdirSync(group);
  } catch {
    // A process of it is still ending; an empty group costs nothing.
  }
}
