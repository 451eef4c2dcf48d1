import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { allCalls, type CallDefinition, findCall, strictInputOf } from '@cellwright/calls';
import { describeIssues } from '@cellwright/domain/routine';
import * as z from 'zod';
import { type CellTask, runTask } from './run-task.ts';

const usage = `Makes a call of the cell that runs on this machine, and prints its response as JSON.

  npm run -s call                          list all calls
  npm run -s call -- NAME --help           show the input and output of a call
  npm run -s call -- NAME [JSON]           make the call, with an input such as '{"id":"routine_1"}'
  npm run -s call -- NAME --file PATH      with a document as its body
  npm run -s call -- NAME --key KEY        two calls with the same key have one effect

The cell is found through its data folder (CELLWRIGHT_DATA, default .data).`;

const effects: Record<CallDefinition['effect'], string> = {
  none: 'Changes nothing',
  eachTime: 'Has an effect with each call',
  atMostOnce: 'Has an effect, once per key',
};

process.exitCode = await runTask(readTask(process.argv.slice(2)), usage);

function readTask(args: string[]): CellTask | string {
  try {
    const options = {
      file: { type: 'string' },
      key: { type: 'string' },
      help: { type: 'boolean', short: 'h' },
    } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [name, text = '{}'] = positionals;
    if (name === undefined) return values.help ? usage : printing(listCalls());
    const call = findCall(name);
    if (!call) return `Unknown call '${name}'. List all calls with: npm run -s call`;
    if (values.help) return printing(describeCall(call));
    return makeCall(call, text, values);
  } catch (error) {
    return `${error instanceof Error ? error.message : String(error)}\n\n${usage}`;
  }
}

function printing(text: string): CellTask {
  return async () => ({ text, code: 0 });
}

function listCalls(): string {
  const width = Math.max(...allCalls.map(({ name }) => name.length));
  return allCalls.map(({ name, summary }) => `${name.padEnd(width)}  ${summary}`).join('\n');
}

function describeCall({
  summary,
  description,
  http,
  access,
  effect,
  lease,
  input,
  output,
  document,
}: CallDefinition): string {
  const shown = (schema: z.ZodType) =>
    JSON.stringify(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }), null, 1);
  return [
    `${summary}. ${description ?? ''}`.trim(),
    `${http.method} /api/v1/cell${http.path}`,
    describeAccess(access),
    effects[effect],
    ...(lease ? ['Acquires control of the robot'] : []),
    `Input: ${shown(input)}`,
    ...(document ? ['Needs a document (--file)'] : []),
    `Output: ${shown(output)}`,
  ].join('\n');
}

function describeAccess(access: CallDefinition['access']): string {
  if (access === 'public') return 'Available to everyone, even without a session';
  return access === 'signedIn' ? 'Available to every signed-in user' : `Needs the permission '${access}'`;
}

/** Creates the call; a text if the input is not valid for it. */
function makeCall(
  call: CallDefinition,
  text: string,
  { file, key }: { file?: string; key?: string },
): CellTask | string {
  const help = `Show the input of the call: npm run -s call -- ${call.name} --help`;
  const parsed = parseJson(text);
  if (parsed === undefined) return `The input is not JSON. ${help}`;
  const input = strictInputOf(call).safeParse(parsed);
  if (!input.success) return `${describeIssues(input.error)}\n${help}`;
  if (needsDocument(call) && file === undefined)
    return `The call ${call.name} needs a document. Set it with --file PATH`;
  // npm runs commands in the project's root, regardless of the user's folder.
  const path = file === undefined ? undefined : resolve(process.env.INIT_CWD ?? process.cwd(), file);
  const document = path === undefined ? undefined : readFileSync(path, call.documentTypes ? undefined : 'utf8');
  return async (cell) => {
    const answer = await cell.call(call, input.data, {
      ...(document !== undefined && { document }),
      ...(key !== undefined && { idempotencyKey: key }),
    });
    return { text: JSON.stringify(answer, undefined, 2), code: 0 };
  };
}

function needsDocument({ document }: CallDefinition): boolean {
  return document !== undefined && !document.safeParse(undefined).success;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
