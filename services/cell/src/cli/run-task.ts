import { ProductError } from '@cellwright/domain/basics';
import type { CellClient } from './cell-client.ts';
import { openCell } from './open-cell.ts';

/** Text to print, and the exit code. */
export interface Outcome {
  readonly text: string;
  readonly code: number;
}
export type CellTask = (cell: CellClient) => Promise<Outcome>;

/** Runs a command's task on the cell of this machine; prints a text (usage or error) instead if the task is one. */
export async function runTask(task: CellTask | string, usage: string): Promise<number> {
  if (typeof task === 'string') {
    process.stderr.write(`${task}\n`);
    return task === usage ? 0 : 1;
  }
  try {
    const { text, code } = await task(openCell(process.env));
    process.stdout.write(`${text}\n`);
    return code;
  } catch (error) {
    if (!(error instanceof ProductError)) throw error;
    process.stderr.write(`${error.message}\n`);
    return 1;
  }
}
