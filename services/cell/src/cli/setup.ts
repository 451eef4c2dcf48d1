import { parseArgs } from 'node:util';
import type { CellClient } from './cell-client.ts';
import { describeSetUp } from './describe-set-up.ts';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Prints the link for creating the first user of a cell. It works once; a new link replaces it.

  npm run -s setup

The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const { values } = parseArgs({ args, options: { help: { type: 'boolean', short: 'h' } } });
    if (values.help) return usage;
    // Address of the cell for users, if it differs from the command line's.
    const { CELL_PUBLIC_URL: publicUrl } = process.env;
    return async (cell: CellClient) => describeSetUp(await cell.createSetUpLink(), publicUrl || cell.url);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}
