import { readStartTime } from '@cellwright/embedded-postgres';
import type { CellProcess } from '../supervision/supervisor.ts';
import { announceRunning, type DataFolder, type Running, withdrawRunning } from './data-folder.ts';

/** Keeps what the data folder says of the running cell true, while its processes come and go. */
export async function openAnnouncement(folder: DataFolder) {
  const startTime = (await readStartTime(process.pid)) ?? '';
  const processes = new Map<string, Running['processes'][number]>();
  let urls = { url: '', httpsUrl: '' };
  let isWithdrawn = false;
  const write = () => {
    if (!isWithdrawn)
      announceRunning(folder, { ...urls, pid: process.pid, startTime, processes: [...processes.values()] });
  };
  // At once: a cell that was killed left an announcement at whose URL nothing answers.
  write();
  return {
    /** A process has started, for the first time or again. */
    async note(started: CellProcess): Promise<void> {
      const startTime = await readStartTime(started.pid);
      if (startTime === undefined) return;
      processes.set(started.name, { ...started, startTime });
      write();
    },
    /** The cell serves at these URLs. */
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
