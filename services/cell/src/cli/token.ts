import { parseArgs } from 'node:util';
import type { CellClient } from './cell-client.ts';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Creates, lists and revokes developer API tokens of the cell that runs on this machine.

  npm run -s token -- --name NAME [--expires-in-days N]
  npm run -s token -- --list
  npm run -s token -- --revoke ID

A new token is printed once; the cell stores only its hash. It expires after 90 days, or
after --expires-in-days; 0 means that it does not expire.
The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const { values } = parseArgs({
      args,
      options: {
        name: { type: 'string' },
        'expires-in-days': { type: 'string' },
        list: { type: 'boolean' },
        revoke: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const { name, 'expires-in-days': days, list, revoke, help } = values;
    if (help) return usage;
    if (list) return printing(listTokens);
    if (revoke) return printing((cell) => cell.revokeToken(revoke).then(() => `Revoked ${revoke}`));
    if (!name) return `A token needs a name.\n\n${usage}`;
    if (days !== undefined && !/^\d{1,4}$/.test(days))
      return '--expires-in-days needs a whole number of days, 1 to 3650, or 0 for no expiry';
    return printing((cell) => cell.createToken(name, days === undefined ? undefined : Number(days)));
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function printing(ask: (cell: CellClient) => Promise<string>): CellTask {
  return async (cell) => ({ text: await ask(cell), code: 0 });
}

async function listTokens(cell: CellClient): Promise<string> {
  const tokens = await cell.listTokens();
  if (tokens.length === 0) return 'No tokens';
  return tokens
    .map(({ id, name, createdAt, expiresAt, lastUsedAt }) => {
      const end = expiresAt ? `expires ${expiresAt}` : 'does not expire';
      return `${id}  ${name}  created ${createdAt}, ${end}, ${lastUsedAt ? `last used ${lastUsedAt}` : 'never used'}`;
    })
    .join('\n');
}
