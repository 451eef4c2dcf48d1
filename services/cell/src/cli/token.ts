import { parseArgs } from 'node:util';
import { ProductError } from '@cellwright/domain';
import { findRunning } from '../data/data-folder.ts';
import { createCellClient } from './cell-client.ts';

const usage = `Prints a new developer API token for the cell that runs on this machine.

  npm run -s token -- --name NAME [--expires-in-days N]

The token is shown once and can be revoked under /api/v1/cell/tokens.`;

process.exitCode = await main(process.argv.slice(2));

async function main(args: string[]): Promise<number> {
  const parsed = parse(args);
  if (typeof parsed === 'string') return refuse(parsed);
  const running = findRunning(process.env.CELLWRIGHT_DATA ?? '.data');
  if (!running) return refuse('No cell runs on this machine. Start one with npm start (and the same CELLWRIGHT_DATA)');
  try {
    process.stdout.write(`${await createCellClient(running).createToken(parsed.name, parsed.expiresInDays)}\n`);
    return 0;
  } catch (error) {
    if (error instanceof ProductError) return refuse(error.message);
    throw error;
  }
}

function parse(args: string[]): { name: string; expiresInDays: number | undefined } | string {
  try {
    const { values } = parseArgs({
      args,
      options: { name: { type: 'string' }, 'expires-in-days': { type: 'string' } },
    });
    if (!values.name) return usage;
    const days = values['expires-in-days'];
    return { name: values.name, expiresInDays: days === undefined ? undefined : Number(days) };
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function refuse(text: string): number {
  process.stderr.write(`${text}\n`);
  return 1;
}
