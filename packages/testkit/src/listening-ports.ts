import { existsSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** States of sockets that take what any peer sends: a TCP socket that listens, and a UDP socket without a peer. */
const openStates = { tcp: '0A', udp: '07' } as const;
type Protocol = keyof typeof openStates;

/** Returns every port on which a process or one of its descendants listens, with the process's id. */
export function findListeningPorts(root: number, protocol: Protocol = 'tcp'): Map<number, number> {
  const owners = new Map<string, number>();
  // Parents come first: a child that has just been forked still has the sockets of its parent, and may soon end.
  for (const pid of findTree(root)) for (const inode of socketsOf(pid)) if (!owners.has(inode)) owners.set(inode, pid);
  const found = new Map<number, number>();
  for (const { port, inode } of readAllSockets(protocol)) {
    const pid = owners.get(inode);
    if (pid !== undefined) found.set(port, pid);
  }
  return found;
}

/** True if the process itself listens on a TCP port: connecting to it could reach another program. */
export function listensAt(pid: number, port: number): boolean {
  const own = new Set(socketsOf(pid));
  return readAllSockets('tcp').some((socket) => socket.port === port && own.has(socket.inode));
}

function readAllSockets(protocol: Protocol) {
  return ['', '6']
    .map((family) => `/proc/net/${protocol}${family}`)
    .filter((file) => existsSync(file))
    .flatMap((file) => readSockets(file, openStates[protocol]));
}

function findTree(root: number): number[] {
  const parents = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((name) => ({ pid: Number(name), parent: parentOf(Number(name)) }));
  const tree = [root];
  for (const pid of tree) tree.push(...parents.filter(({ parent }) => parent === pid).map((child) => child.pid));
  return tree;
}

/**
 * Returns the parent. The name in `stat` is in brackets and may contain spaces. Undefined for a process that has ended.
 */
function parentOf(pid: number): number | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  } catch {
    return undefined;
  }
}

function socketsOf(pid: number): string[] {
  try {
    const folder = `/proc/${pid}/fd`;
    return readdirSync(folder).flatMap((fd) => readSocket(`${folder}/${fd}`) ?? []);
  } catch {
    return [];
  }
}

function readSocket(link: string): string | undefined {
  try {
    return /^socket:\[(\d+)\]$/.exec(readlinkSync(link))?.[1];
  } catch {
    return undefined;
  }
}

function readSockets(file: string, openState: string): { port: number; inode: string }[] {
  const lines = readFileSync(file, 'utf8').trim().split('\n').slice(1);
  return lines.flatMap((line) => {
    const [, local = '', , state, , , , , , inode = ''] = line.trim().split(/\s+/);
    return state === openState ? [{ port: Number.parseInt(local.split(':')[1] ?? '', 16), inode }] : [];
  });
}
