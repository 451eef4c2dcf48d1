import { readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const msPerTick = 10;

/** Returns the processor time that a process has used, ms; undefined where the system does not report it. */
export function readProcessorTime(pid: number | undefined): number | undefined {
  try {
    // The name before the closing bracket may hold anything; the times are the 12th and 13th field behind it.
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return Number.isFinite(ticks) ? ticks * msPerTick : undefined;
  } catch {
    return undefined;
  }
}
