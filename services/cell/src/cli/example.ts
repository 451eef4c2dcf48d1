import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { listExamples, removeExample, setUpExample } from '@cellwright/calls';
import type { CellClient } from './cell-client.ts';
import { describeExample, describeExamples, describeRemoval } from './describe-examples.ts';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Sets up example routines on the cell that runs on this machine, and removes them again.

  npm run -s example                     list the examples
  npm run -s example -- NAME [--yes]     list its missing requirements, and set it up
  npm run -s example -- NAME --remove    remove its items that are unchanged and unused

  --yes  sets it up without asking

Devices are added as simulators. The routine is then in the list of routines, ready to be opened and played. The cell is
found through its data folder (CELLWRIGHT_DATA, default .data).`;

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const options = {
      yes: { type: 'boolean' },
      remove: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, ...rest] = positionals;
    if (values.help) return usage;
    if (rest.length > 0) return `Name one example.\n\n${usage}`;
    if (name === undefined)
      return async (cell) => ({ text: describeExamples((await cell.call(listExamples, {})).items), code: 0 });
    if (values.remove)
      return async (cell) => ({ text: describeRemoval(await cell.call(removeExample, { name })), code: 0 });
    return (cell) => setUp(cell, name, values.yes === true);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

async function setUp(cell: CellClient, name: string, isConfirmed: boolean) {
  const { items } = await cell.call(listExamples, {});
  const example = items.find((item) => item.name === name);
  if (example) process.stdout.write(`${describeExample(example)}\n`);
  const asks = example !== undefined && example.lacks.length > 0 && !isConfirmed;
  if (asks && !process.stdin.isTTY) return { text: 'Nothing was set up. Confirm it with --yes', code: 1 };
  if (asks && !(await confirm())) return { text: 'Nothing was set up', code: 1 };
  const { routineID } = await cell.call(setUpExample, { name });
  return { text: `Open it at ${cell.url}/routines/${encodeURIComponent(routineID)}`, code: 0 };
}

async function confirm(): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  try {
    return /^y(es)?$/i.test((await terminal.question('Set this up? (y/N) ')).trim());
  } finally {
    terminal.close();
  }
}
