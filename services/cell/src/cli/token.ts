import { parseArgs } from 'node:util';
import type { CellClient } from './cell-client.ts';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Makes, lists and revokes developer API tokens of the cell that runs on this machine.

  npm run -s token -- --name NAME [--expires-in-days N]
  npm run -s token -- --list
  npm run -s token -- --revoke ID

A new token is printed once; the cell keeps only its hash. It lives 90 days, or
--expires-in-days of them; 0 is said explicitly, for a token that lives until it is revoked.
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
      return '--expires-in-days takes a whole number of days, 1 to 3650, or 0 for ever';
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
  if (tokens.length === 0) return 'There are no tokens';
  return tokens
    .map(({ id, name, createdAt, expiresAt, lastUsedAt }) => {
      const end = expiresAt ? `expires ${expiresAt}` : 'does not expire';
      return `${id}  ${name}  made ${createdAt}, ${end}, ${lastUsedAt ? `last used ${lastUsedAt}` : 'never used'}`;
    })
    .join('\n');
}
