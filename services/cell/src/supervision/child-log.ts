import { statSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';

const maxBytes = 4000;
/** Maximum delay of a process's last output to its log after its end, ms. */
const flushMS = 100;

/** Log file of a process of the cell. */
export interface ChildLog {
  readonly path: string;
  /** Returns a sentence with the end of the output since it was opened. */
  readEnd(): Promise<string>;
}

export function openChildLog(path: string): ChildLog {
  const from = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  return {
    path,
    async readEnd() {
      await delay(flushMS);
      try {
        const text = (await readFrom(path, from)).trim();
        return text === '' ? `Its log ${path} is empty` : `Its log ${path} ends with:\n${text}`;
      } catch (error) {
        return `Its log ${path} cannot be read (${error instanceof Error ? error.message : String(error)})`;
      }
    },
  };
}

async function readFrom(path: string, from: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const start = Math.max(from, size - maxBytes);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(size - start), 0, size - start, start);
    return buffer.toString('utf8', 0, bytesRead);
  } finally {
    await file.close();
  }
}
