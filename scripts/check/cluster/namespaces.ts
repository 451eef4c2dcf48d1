// Namespaces of mounts, processes and the network for a node: its mounts, interfaces, firewall rules and containers are
// invisible to the machine, and all end with one process.
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from '../containers/commands.ts';
import { NotRun, until } from '../containers/report.ts';

export interface Namespaces {
  /** Command in front of programs that run inside. */
  readonly prefix: readonly string[];
  /** Ends all processes inside. */
  close(): Promise<void>;
}

/** Address of the node, on an interface that leads nowhere else. */
export const nodeAddress = '192.168.254.2';

/** Folders of the machine that programs write to, replaced inside by empty ones. */
const privateFolders = ['/run', '/var/lib', '/var/log'];

/** Settings of the whole machine that a kubelet changes. Inside the namespaces, files replace them. */
const sharedSettings = [
  ...['vm/overcommit_memory', 'vm/panic_on_oom', 'kernel/panic', 'kernel/panic_on_oops'],
  ...['kernel/keys/root_maxkeys', 'kernel/keys/root_maxbytes'],
];

/**
 * Opens the namespaces.
 * @throws NotRun when this machine does not allow that.
 */
export async function openNamespaces(pause: string): Promise<Namespaces> {
  for (const tool of ['unshare', 'nsenter', 'setpriv', 'ip', 'mount'])
    await run('which', [tool]).catch(() => {
      throw new NotRun(`there is no ${tool} on the PATH (apt-get install util-linux iproute2)`);
    });
  const args = ['--mount', '--propagation=private', '--net', '--pid', '--fork', '--kill-child=KILL', '--mount-proc'];
  const child = spawn('setpriv', ['--pdeathsig', 'KILL', 'unshare', ...args, pause], {
    ...{ detached: true, stdio: ['ignore', 'ignore', 'inherit'] },
  });
  child.on('error', () => undefined);
  const close = () => end(child);
  try {
    const pid = await findFirstProcess(child);
    const enter = ['nsenter', `--target=${pid}`, '--mount', '--net', '--pid', '--'];
    await furnish(enter);
    // In a namespace of mounts a command begins at the root.
    return { prefix: [...enter, 'sh', '-c', 'cd "$0" && exec "$@"', process.cwd()], close };
  } catch (error) {
    await close();
    throw new NotRun(`no namespaces for a node: ${error instanceof Error ? error.message : String(error)}`);
  }
}

async function findFirstProcess({ pid = 0 }: ChildProcess): Promise<number> {
  return await until(
    async () => {
      const [first = ''] = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
      return first !== '' && readFileSync(`/proc/${first}/comm`, 'utf8').trim() === 'pause' ? Number(first) : undefined;
    },
    { withinMS: 5000, everyMS: 20, sentence: 'the first process does not start' },
  );
}

async function furnish(prefix: readonly string[]): Promise<void> {
  const script = [
    // A kubelet passes mounts on to containers.
    'mount --make-rshared /',
    ...privateFolders.map((folder) => `mount -t tmpfs -o mode=755 tmpfs ${folder}`),
    'mkdir -p /run/netns /run/settings /var/lib/kubelet /var/lib/cni /var/log/pods',
    ...sharedSettings.map(replaceSetting),
    'ip link set lo up',
    'ip link add node0 type veth peer name node1',
    `ip addr add ${nodeAddress}/24 dev node0`,
    'ip link set node0 up && ip link set node1 up',
    'ip route add default dev node0',
    'echo 1 > /proc/sys/net/ipv4/ip_forward',
  ].join(' && ');
  const [first = '', ...rest] = prefix;
  await run(first, [...rest, 'sh', '-c', script]);
}

function replaceSetting(name: string): string {
  const setting = `/proc/sys/${name}`;
  const file = `/run/settings/${name.replaceAll('/', '-')}`;
  return `cat ${setting} > ${file} && mount --bind ${file} ${setting}`;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  process.kill(-child.pid, 'SIGKILL');
  await Promise.race([ended, sleep(10_000, undefined, { ref: false })]);
}

/** Control groups of the pods, below which a kubelet creates its own. */
export class ControlGroup {
  readonly name: string;
  private readonly paths: readonly string[];

  /** @throws NotRun when there are no control groups. */
  constructor(name: string) {
    this.name = name;
    const root = '/sys/fs/cgroup';
    if (!existsSync(root)) throw new NotRun('there are no control groups at /sys/fs/cgroup');
    const isUnified = existsSync(join(root, 'cgroup.controllers'));
    const parents = isUnified ? [root] : readdirSync(root).map((each) => join(root, each));
    this.paths = parents.map((parent) => join(parent, name));
  }

  /** Creates the groups. @throws NotRun when that is not allowed. */
  create(): void {
    try {
      for (const path of this.paths) this.make(path);
    } catch (error) {
      throw new NotRun(`no control groups: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

  private make(path: string): void {
    mkdirSync(path, { recursive: true });
    // A new group of the first version has no processors and no memory nodes until it is given some.
    for (const file of ['cpuset.cpus', 'cpuset.mems'])
      if (existsSync(join(path, file)))
        writeFileSync(join(path, file), readFileSync(join(path, '..', file), 'utf8').trim());
    // The kernel shares processors among groups first: all pods together would get the share of one process.
    for (const [file, share] of [
      ['cpu.shares', 16 * 1024],
      ['cpu.weight', 1600],
    ] as const)
      if (existsSync(join(path, file))) writeFileSync(join(path, file), String(share));
  }

  /** Removes the groups. An empty one that is left after some seconds costs nothing. */
  async remove(): Promise<void> {
    for (let attempt = 0; attempt < 50; attempt++) {
      const left = this.paths.filter((path) => existsSync(path));
      if (left.length === 0) return;
      for (const path of left) removeGroup(path);
      // A process in one of them may still be ending.
      await sleep(100);
    }
  }
}

/** Removes a group from the inside out, as far as no process is in it. */
function removeGroup(path: string): void {
  try {
    const inner = readdirSync(path, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    for (const { name } of inner) removeGroup(join(path, name));
    rmdirSync(path);
  } catch {
    // The next attempt finds it.
  }
}
