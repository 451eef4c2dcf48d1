import { readFileSync } from 'node:fs';
import { ProductError } from '@cellwright/domain/basics';
import { findRunning } from '../data/data-folder.ts';
import { StartError } from '../start-error.ts';
import { type CellClient, createCellClient } from './cell-client.ts';

/**
 * Returns the cell at CELL_URL, with the admin key of ADMIN_KEY_FILE; or the one that runs on this machine, found
 * through its data folder.
 * @throws ProductError if no cell runs, or this user has no permission to command it.
 */
export function openCell({ CELLWRIGHT_DATA, CELL_URL, ADMIN_KEY_FILE }: NodeJS.ProcessEnv): CellClient {
  if (CELL_URL && ADMIN_KEY_FILE) {
    const adminKey = readFileSync(ADMIN_KEY_FILE, 'utf8').trim();
    return createCellClient({ url: CELL_URL, adminKey, keyFile: ADMIN_KEY_FILE });
  }
  const running = findCell(CELLWRIGHT_DATA || '.data');
  if (running) return createCellClient(running);
  throw new ProductError(
    'unavailable',
    'No cell is running on this machine. Start one with npm start (and the same CELLWRIGHT_DATA)',
  );
}

function findCell(location: string): ReturnType<typeof findRunning> {
  try {
    return findRunning(location);
  } catch (error) {
    if (error instanceof StartError) throw new ProductError('forbidden', error.message);
    throw error;
  }
}
