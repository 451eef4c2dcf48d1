// Measures a cell at rest: memory (summed PSS) and processor time of all its processes, started like `npm start`.
// Prints JSON. Linux only: it reads /proc. Usage: npx tsx scripts/bench/rest.ts [seconds]
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { makeTestDataFolder, startProduct } from '@cellwright/testkit';

const seconds = Number(process.argv[2] ?? 30);
/** Compilation and garbage collection continue for half a minute after the start. */
const settleSeconds = 40;
/** Clock ticks of /proc/…/stat a second, fixed on Linux. */
const ticksPerSecond = 100;
const goals = { pssMiB: 320, cpuPercent: 5 };

const data = makeTestDataFolder({ prefix: 'cellwright-rest-' });
const cell = await startProduct(process.cwd(), data.path);
const root = cell.child.pid ?? 0;
try {
  await delay(settleSeconds * 1000);
  const before = new Map(treeOf(root).map((pid) => [pid, ticksOf(pid)]));
  await delay(seconds * 1000);
  const processes = treeOf(root).map((pid) => {
    const ticks = ticksOf(pid) - (before.get(pid) ?? 0);
    return {
      pid,
      name: nameOf(pid),
      pssMiB: pssOf(pid) / 1024,
      cpuPercent: (ticks / ticksPerSecond / seconds) * 100,
    };
  });
  const cpuPercent = processes.reduce((sum, process) => sum + process.cpuPercent, 0);
  const pssMiB = processes.reduce((sum, process) => sum + process.pssMiB, 0);
  const met = { pss: pssMiB <= goals.pssMiB, cpu: cpuPercent <= goals.cpuPercent };
  console.log(JSON.stringify({ seconds, pssMiB, cpuPercent, goals, met, processes }, null, 2));
} finally {
  await cell.stop();
  data.remove();
}

/** Returns the process and its descendants. */
function treeOf(root: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const parent = statOf(Number(name))?.parent;
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const tree: number[] = [];
  const pending = [root];
  for (let pid = pending.pop(); pid !== undefined; pid = pending.pop()) {
    tree.push(pid);
    pending.push(...(children.get(pid) ?? []));
  }
  return tree;
}

function ticksOf(pid: number): number {
  return statOf(pid)?.ticks ?? 0;
}

function statOf(pid: number): { parent: number; ticks: number } | undefined {
  try {
    // The name may contain spaces, so fields are counted after its closing bracket.
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { parent: Number(fields[1]), ticks: Number(fields[11]) + Number(fields[12]) };
  } catch {
    return undefined;
  }
}

function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(-80);
  } catch {
    return '';
  }
}
