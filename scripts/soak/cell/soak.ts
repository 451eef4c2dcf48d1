import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FaultCell, startFaultCell } from '../../../services/cell/e2e/faults/fault-cell.fixture.ts';
import type { Shape } from '../../../services/cell/e2e/harness.ts';
import { watchTimerLag } from '../controller/rig.ts';

export { summarise } from '../controller/rig.ts';

export interface SoakResult {
  readonly holds: boolean;
  readonly [figure: string]: unknown;
}

export interface SoakOptions {
  readonly shape: Shape;
  readonly env?: Readonly<Record<string, string>>;
}

/**
 * Starts a cell, runs its trials, prints the figures with the lag of bare timers in the same run, and exits with 1 when
 * they miss their goal. Progress goes to stderr.
 */
export async function soak(
  row: string,
  { shape, env }: SoakOptions,
  work: (faults: FaultCell, note: (trial: number) => void) => Promise<SoakResult>,
): Promise<never> {
  const faults = await startFaultCell(shape, env);
  const lag = watchTimerLag();
  let result: SoakResult;
  try {
    result = await work(faults, (trial) => void process.stderr.write(`${row} ${trial}\n`));
  } catch (error) {
    result = { holds: false, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  const bareTimerLagMS = lag();
  if (!result.holds) process.stderr.write(`${faults.cell.output()}\n${readLogs(faults.cell.dataPath)}\n`);
  await faults.remove();
  process.stdout.write(`${JSON.stringify({ row, shape, ...result, bareTimerLagMS }, null, 2)}\n`);
  process.exit(result.holds ? 0 : 1);
}

/**
 * Returns the end of the log of each process of the cell: the cell's folder with the reason is removed after a failure.
 */
function readLogs(dataPath: string): string {
  const folder = join(dataPath, 'logs');
  return readdirSync(folder)
    .map((name) => `--- ${name}\n${readFileSync(join(folder, name), 'utf8').slice(-4000)}`)
    .join('\n');
}

/** Returns the count on the command line, or the row's default. */
export function trialsOf(usual: number): number {
  return Number(process.argv[2] ?? usual);
}
