// Memory of the processes of a running cell, without garbage. Linux only: it reads /proc.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createConnection } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as z from 'zod';
import { findRunning } from '../../services/cell/src/data/data-folder.ts';

/** Collects the garbage of a cell's processes, and measures what is left. */
export interface CellMemory {
  /** Environment with which the cell must be started. */
  readonly env: Readonly<Record<string, string>>;
  /**
   * Returns the memory by name of process, MB, after a collection in each of its threads: own (anonymous pages of it
   * and its helpers) and, under `<name> heap`, JavaScript objects and buffers.
   */
  measure(dataPath: string): Promise<Map<string, number>>;
  /** Writes a heap snapshot of a process, which stands still meanwhile. */
  writeSnapshot(pid: number, path: string): Promise<void>;
  remove(): void;
}

const heapSchema = z.object({ heapUsed: z.number(), arrayBuffers: z.number() });
const bytesPerMB = 1024 * 1024;

export function openCellMemory(): CellMemory {
  const folder = mkdtempSync(join(tmpdir(), 'heaps-'));
  const preload = new URL('./heap-server.mjs', import.meta.url);
  preload.searchParams.set('folder', folder);
  return {
    env: { NODE_OPTIONS: `--import=${preload.href}` },
    async measure(dataPath) {
      const heaps: { pid: number; megabytes: number }[] = [];
      for (const name of readdirSync(folder)) {
        const answer = await ask(join(folder, name), 'collect\n').catch(() => undefined);
        // The process has ended.
        if (answer === undefined) continue;
        const { heapUsed, arrayBuffers } = heapSchema.parse(JSON.parse(answer));
        heaps.push({ pid: Number.parseInt(name, 10), megabytes: (heapUsed + arrayBuffers) / bytesPerMB });
      }
      return sumByName(dataPath, heaps);
    },
    async writeSnapshot(pid, path) {
      await ask(join(folder, `${pid}-0.sock`), `snapshot ${path}\n`);
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

function ask(path: string, request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let answer = '';
    const socket = createConnection(path, () => void socket.write(request));
    socket.on('data', (chunk) => (answer += String(chunk)));
    socket.once('error', reject);
    socket.once('end', () => resolve(answer));
  });
}

/** Sums memory by name of process; a helper counts for the process that started it. */
function sumByName(
  dataPath: string,
  heaps: readonly { readonly pid: number; readonly megabytes: number }[],
): Map<string, number> {
  const running = findRunning(dataPath);
  if (!running) throw new Error('the cell has ended');
  const names = new Map([[running.pid, 'main'], ...running.processes.map(({ pid, name }) => [pid, name] as const)]);
  const pids = readdirSync('/proc').filter(isNumber).map(Number);
  const parents = new Map(pids.map((pid) => [pid, parentOf(pid)]));
  const byName = new Map<string, number>();
  const count = (pid: number, megabytes: number, suffix: string) => {
    let owner: number | undefined = pid;
    while (owner !== undefined && !names.has(owner)) owner = parents.get(owner);
    const name = owner === undefined ? undefined : names.get(owner);
    if (name !== undefined) byName.set(`${name}${suffix}`, (byName.get(`${name}${suffix}`) ?? 0) + megabytes);
  };
  for (const pid of pids) count(pid, ownMemory(pid), '');
  for (const { pid, megabytes } of heaps) count(pid, megabytes, ' heap');
  return byName;
}

const isNumber = (name: string) => /^\d+$/.test(name);

/** Undefined for a process that has ended, and for the first one of the machine. */
function parentOf(pid: number): number | undefined {
  const stat = readProc(`/proc/${pid}/stat`);
  const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
  return parent > 0 ? parent : undefined;
}

function ownMemory(pid: number): number {
  return Number(/^Pss_Anon:\s+(\d+)/m.exec(readProc(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) / 1024;
}

/** Empty for a process that has ended. */
function readProc(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
