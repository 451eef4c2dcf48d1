import { readStartTime, waitForEnd } from '@cellwright/embedded-postgres';
import type { Logger } from '@cellwright/service-kit';
import type { Running } from '../data/data-folder.ts';
import { StartError } from '../start-error.ts';

/** Maximum time to end by itself, ms: a controller stops its arm, a service ends its runs. */
const graceMS = 12_000;

/**
 * Ends the processes left by a killed cell, because they would occupy its ports and files. Leaves processes of live
 * cells alone, and the database, which is taken over by the cell that claims its folder.
 */
export async function stopOrphans(former: Running | undefined, log: Logger): Promise<void> {
  if (!former || (await isAlive(former))) return;
  const orphans: Running['processes'] = [];
  for (const process of former.processes)
    if (process.name !== 'postgres' && (await isAlive(process))) orphans.push(process);
  await Promise.all(
    orphans.map(async ({ name, pid }) => {
      log.warn('stopping a process that a killed cell left running', { process: name, pid });
      signal(pid, 'SIGTERM');
      if (await waitForEnd(pid, graceMS)) return;
      signal(pid, 'SIGKILL');
      await waitForEnd(pid, graceMS);
    }),
  );
}

/**
 * Refuses a second cell.
 * @throws StartError when the cell announced in the data folder still runs.
 */
export async function refuseSecondCell(former: Running | undefined, path: string): Promise<void> {
  if (!former || !(await isAlive(former))) return;
  throw new StartError(
    `Another Cellwright (process ${former.pid}) uses the data folder ${path}. Stop it first, or choose another folder with CELLWRIGHT_DATA`,
  );
}

/** True if the process lives. The start time distinguishes it from a later one with the same id. */
async function isAlive({ pid, startTime }: { pid: number; startTime: string }): Promise<boolean> {
  return (await readStartTime(pid)) === startTime;
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // It has just ended.
  }
}
