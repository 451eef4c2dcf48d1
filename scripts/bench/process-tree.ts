// Memory and processor time of a process and its descendants. Linux only: it reads /proc.
import { readdirSync, readFileSync } from 'node:fs';

/** Clock ticks of /proc/…/stat a second, fixed on Linux. */
export const ticksPerSecond = 100;

/** Returns the process and its descendants. */
export function treeOf(root: number): number[] {
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

/** Processor time of a process, in clock ticks. */
export function ticksOf(pid: number): number {
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

/** Proportional share of the memory of a process, KiB. */
export function pssOf(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

/** End of the command line of a process. */
export function nameOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim().slice(-80);
  } catch {
    return '';
  }
}
