import { readFile } from 'node:fs/promises';
import { type Clock, rest } from '@cellwright/domain/basics';
import * as z from 'zod';

const announcedSchema = z.object({ url: z.string().min(1) });
const pollMS = 20;

/**
 * Resolves when the cell's announcement contains the URL at which it serves: from then on its command line finds it.
 * @throws the signal's reason when it aborts.
 */
export async function waitForAnnouncement(file: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!(await isAnnounced(file))) {
    await rest(clock, pollMS, signal);
    signal.throwIfAborted();
  }
}

async function isAnnounced(file: string): Promise<boolean> {
  try {
    return announcedSchema.safeParse(JSON.parse(await readFile(file, 'utf8'))).success;
  } catch {
    // Not written yet.
    return false;
  }
}
