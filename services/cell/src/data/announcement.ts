import type { CellProcess } from '../supervision/supervisor.ts';
import { announceRunning, type DataFolder, withdrawRunning } from './data-folder.ts';

/** Keeps what the data folder says of the running cell true, while its processes come and go. */
export function openAnnouncement(folder: DataFolder) {
  const processes = new Map<string, CellProcess>();
  let url: string | undefined;
  const write = () => {
    if (url !== undefined) announceRunning(folder, { url, pid: process.pid, processes: [...processes.values()] });
  };
  return {
    /** A process has started, for the first time or again. */
    note(started: CellProcess): void {
      processes.set(started.name, started);
      write();
    },
    /** The cell serves at this URL. */
    publish(servedAt: string): void {
      url = servedAt;
      write();
    },
    withdraw(): void {
      url = undefined;
      withdrawRunning(folder);
    },
  };
}
