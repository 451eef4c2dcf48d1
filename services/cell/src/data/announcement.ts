import { readStartTime } from '@cellwright/embedded-postgres';
import type { CellProcess } from '../supervision/supervisor.ts';
import { announceRunning, type DataFolder, type Running, withdrawRunning } from './data-folder.ts';

/** Keeps the announcement of the running cell in the data folder current while its processes start and end. */
export async function openAnnouncement(folder: DataFolder) {
  const startTime = (await readStartTime(process.pid)) ?? '';
  const processes = new Map<string, Running['processes'][number]>();
  let urls = { url: '', httpsUrl: '' };
  let isWithdrawn = false;
  const write = () => {
    if (!isWithdrawn)
      announceRunning(folder, { ...urls, pid: process.pid, startTime, processes: [...processes.values()] });
  };
  // Written immediately, because a killed cell leaves an announcement whose URL does not respond.
  write();
  return {
    /** Records the start of a process, also a repeated one. */
    async note(started: CellProcess): Promise<void> {
      const startTime = await readStartTime(started.pid);
      if (startTime === undefined) return;
      processes.set(started.name, { ...started, startTime });
      write();
    },
    /** Records the URLs of the cell. */
    publish(servedAt: { readonly url: string; readonly httpsUrl: string }): void {
      urls = servedAt;
      write();
    },
    withdraw(): void {
      isWithdrawn = true;
      withdrawRunning(folder, process.pid);
    },
  };
}
