import { createWriteStream } from 'node:fs';
import type { ControllerLogEntry } from '@cellwright/controller-link';
import type { Logger } from '@cellwright/service-kit';

/**
 * Maximum unwritten bytes; entries beyond it are dropped, so that a slow disk does not fill the controller's memory.
 */
const mostBufferedBytes = 4 * 1024 * 1024;

export interface LogFile {
  append(entry: ControllerLogEntry): void;
  close(): Promise<void>;
}

/** Appends log entries to a file, one JSON object per line. */
export function openLogFile(path: string, log: Logger): LogFile {
  const stream = createWriteStream(path, { flags: 'a' });
  let isBroken = false;
  stream.on('error', (error) => {
    isBroken = true;
    log.error('the motion log cannot be written', { path, error });
  });
  return {
    append(entry) {
      if (isBroken || stream.writableLength > mostBufferedBytes) return;
      stream.write(`${JSON.stringify(entry)}\n`);
    },
    close: () => new Promise((resolve) => (isBroken ? resolve() : stream.end(() => resolve()))),
  };
}
