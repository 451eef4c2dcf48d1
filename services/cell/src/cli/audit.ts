import { parseArgs } from 'node:util';
import type { ChainedEntry } from '@cellwright/domain/cell';
import type { CellClient } from './cell-client.ts';
import { type CellTask, type Outcome, runTask } from './run-task.ts';

const usage = `Checks and lists the audit log of the cell that runs on this machine.
  npm run -s audit -- verify [--expect SEQ:HASH]
  npm run -s audit -- list [--since TIME] [--subject ID] [--action ACTION] [--limit N]
verify checks the whole chain with the audit key and prints the first break; exit code 1 if there is one. It prints the end of the log: store it
elsewhere, and pass it with --expect later to detect a replaced log.
list prints the newest entries last. TIME is ISO 8601, for example 2026-01-31T08:00:00Z.
The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        expect: { type: 'string' },
        since: { type: 'string' },
        subject: { type: 'string' },
        action: { type: 'string' },
        limit: { type: 'string' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    const [command, ...more] = positionals;
    if (values.help) return usage;
    if (more.length > 0) return `Unknown argument '${more.join(' ')}'.\n\n${usage}`;
    if (command === 'verify') return readVerify(values.expect);
    if (command === 'list') return readList(values);
    return `Use verify or list.\n\n${usage}`;
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function readVerify(expect: string | undefined): CellTask | string {
  const [, seq, hash] = /^(\d+):([0-9a-f]{64})$/.exec(expect ?? '') ?? [];
  if (expect !== undefined && hash === undefined) return '--expect needs the output of an earlier verify: SEQ:HASH';
  return (cell) => verify(cell, hash === undefined ? undefined : { seq: Number(seq), hash });
}

async function verify(cell: CellClient, expected: { seq: number; hash: string } | undefined): Promise<Outcome> {
  // From a recorded position, the chain must continue with the recorded hash; the part before must be valid, too.
  const whole = await verifyFrom(cell, { seq: 0, hash: '' });
  const after = expected && whole.code === 0 ? await verifyFrom(cell, expected) : whole;
  if (after.code === 0 || whole.code !== 0) return after;
  return {
    code: 1,
    text: `The log does not continue from ${expected?.seq}:${expected?.hash}: it was replaced. ${after.text}`,
  };
}

async function verifyFrom(cell: CellClient, start: { seq: number; hash: string }): Promise<Outcome> {
  for (let place = start; ; ) {
    const answer = await cell.verifyAudit(place.seq, place.hash);
    if (answer.problem !== '')
      return { code: 1, text: `${answer.problem}. All entries up to ${answer.seq} are intact` };
    if (answer.isEnd) return { code: 0, text: describeWhole(answer) };
    place = answer;
  }
}

function describeWhole({ seq, hash, withoutKeyTo }: { seq: number; hash: string; withoutKeyTo: number }): string {
  const whole = `The log is intact: ${seq} entries, ending with ${seq}:${hash}`;
  return withoutKeyTo === 0 ? whole : `${whole}\nEntries up to ${withoutKeyTo} were written before the log had a key`;
}

function readList(values: { since?: string; subject?: string; action?: string; limit?: string }): CellTask | string {
  const { since, subject = '', action = '', limit = '100' } = values;
  const from = since === undefined ? undefined : new Date(since);
  if (from && Number.isNaN(from.getTime())) return '--since needs a time, for example 2026-01-31T08:00:00Z';
  if (!/^[1-9]\d{0,2}$|^1000$/.test(limit)) return '--limit needs a number from 1 to 1000';
  return async (cell) => {
    const items = await cell.listAudit({
      subjectID: subject,
      action,
      limit: Number(limit),
      ...(from && { since: from.toISOString() }),
    });
    return {
      code: 0,
      text: items.length === 0 ? 'No matching entries' : items.reverse().map(describe).join('\n'),
    };
  };
}

function describe({ seq, at, subject, door, action, target, outcome, code, count }: ChainedEntry): string {
  const who = subject.name || subject.id || 'unknown';
  const what = code === null ? outcome : `${outcome} (${code})`;
  return `${seq}  ${at}  ${who}, ${door}  ${action}  ${target}  ${what}${count > 1 ? `  ×${count}` : ''}`;
}
