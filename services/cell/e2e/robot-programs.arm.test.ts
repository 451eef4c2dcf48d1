import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RobotKind, robotKindSchema } from '@cellwright/domain/robot';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeDataPath, startCell, type TestCell } from './harness.ts';
import { furnish, routineID, routineName } from './robot-programs/furnish.fixture.ts';

/**
 * Programs with the public Python client, against one started cell: on its simulated robot and on its twin in parallel, with
 * one version of the client after the other.
 */
const folder = fileURLToPath(new URL('robot-programs', import.meta.url));
const clients = pickRows(['current', 'newest', 'january'], ['current']);
const pythonOf = (client: string) =>
  fileURLToPath(new URL(`../../../.cache/robot-client-${client}/bin/python`, import.meta.url));
const hasClient = existsSync(pythonOf('current'));

const resultSchema = z.object({ program: z.string(), error: z.string().nullable(), seconds: z.number() });
type Result = z.infer<typeof resultSchema>;

const modules = readdirSync(folder)
  .filter((name) => name.endsWith('.py') && name !== 'bench.py' && name !== 'run.py')
  .map((name) => name.replace('.py', ''))
  .sort();
const programs = modules.flatMap((module) => {
  const text = readFileSync(join(folder, `${module}.py`), 'utf8');
  return [...text.matchAll(/^def (test_\w+)/gm)].map(([, name]) => `${module}.${name}`);
});
const robotKinds = pickRows(robotKindSchema.options, ['simulated']);
const cases = robotKinds.flatMap((robotKind) => programs.map((program) => ({ robotKind, program })));

/** Both robots have the same gripper: its programs run one after the other. */
const sharedDevice = 'gripper';

const data = makeDataPath();
let cell: TestCell | undefined;
let output = '';

beforeAll(async () => {
  if (!hasClient) {
    process.stderr.write(
      `NOT RUN: ${cases.length} programs of the Python client: it is not installed (npm test does it)\n`,
    );
    return;
  }
  cell = await startCell('compact', data.path);
  await furnish(cell);
}, 120_000);
afterAll(async () => {
  await cell?.stop();
  data.remove();
}, 60_000);

/**
 * Returns the environment of programs with a separate token, because some responses depend on earlier requests of a
 * token.
 */
async function makeEnv(name: string): Promise<NodeJS.ProcessEnv> {
  const token = (await cell?.runCli('token', ['--name', name]))?.stdout.trim();
  return { ...process.env, CELL_URL: cell?.url, CELL_TOKEN: token, ROUTINE_ID: routineID, ROUTINE: routineName };
}

async function runPrograms(
  client: string,
  robotKind: RobotKind,
  names: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Result[]> {
  const args = [join(folder, 'run.py'), names.join(), robotKind];
  const child = spawn(pythonOf(client), args, {
    env: { ...env, PYTHONDONTWRITEBYTECODE: '1' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout.on('data', (chunk: Buffer) => {
    text += chunk;
  });
  child.stderr.on('data', (chunk: Buffer) => {
    output += chunk;
  });
  await once(child, 'close');
  const lines = text.split('\n').filter((line) => line !== '');
  return lines.map((line) => resultSchema.parse(JSON.parse(line)));
}

describe.each(clients)('a program with the public Python client (%s)', (client) => {
  const results = new Map<RobotKind, readonly Result[]>();

  beforeAll(async () => {
    if (!hasClient) return;
    const env = await makeEnv(`robot-programs ${client}`);
    const others = modules.filter((module) => module !== sharedDevice);
    await Promise.all(robotKinds.map(async (kind) => results.set(kind, await runPrograms(client, kind, others, env))));
    for (const kind of robotKinds) {
      const shared = await runPrograms(client, kind, [sharedDevice], env);
      results.set(kind, [...(results.get(kind) ?? []), ...shared]);
    }
  }, 240_000);

  it.for(cases)('$program, on the $robotKind robot', ({ robotKind, program }, { skip }) => {
    if (!hasClient) skip('shown as not run: the Python client is not installed');
    const result = results.get(robotKind)?.find((each) => each.program === program);
    expect(result, `it was not run: ${output}`).toBeDefined();
    expect(result?.error, result?.error ?? '').toBeNull();
  });
});

/** Expected output of each program of the page. */
const prints: readonly (readonly RegExp[])[] = [
  [/success\nsuccess\njoint 0 is at 0\.3/],
  [/the move ended with success/],
  [/closed to 0\.05 m with 20\.0 N\nopen at 0\.08 m/],
  [/RoutineRunning\npaused: False\npaused: True\nafter the stop: 400/],
  [/Output 4 is high\nOutput 4 is low\nfailed: False\nbrakes: disengaged/],
];

describe('page of the robot API', () => {
  const page = readFileSync(fileURLToPath(new URL('../../../docs/robot-api.md', import.meta.url)), 'utf8');
  const blocks = [...page.matchAll(/^### (\d\. .*?)\n.*?^```python\n(.*?)^```$/gms)].map(([, title, text]) => ({
    title,
    text,
  }));

  it('contains five programs', () => expect(blocks).toHaveLength(prints.length));

  it('names the version of the client used for the programs here', () => {
    const [version] = /standardbots==\S+/.exec(readFileSync(join(folder, 'clients/current.txt'), 'utf8')) ?? [];
    expect(page).toContain(version);
  });

  let env: NodeJS.ProcessEnv = {};
  beforeAll(async () => {
    env = await makeEnv('the page');
  });

  it.for(blocks.map((block, index) => ({ ...block, index })))(
    '$title: behaves as written',
    { timeout: 60_000 },
    async ({ text, index }, { skip }) => {
      if (!hasClient) skip('shown as not run: the Python client is not installed');
      const child = spawn(pythonOf('current'), ['-c', text ?? ''], { env, stdio: ['ignore', 'pipe', 'pipe'] });
      let printed = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          printed += chunk;
        });
      }
      await once(child, 'close');
      for (const expected of prints[index] ?? []) expect(printed).toMatch(expected);
      expect(child.exitCode, printed).toBe(0);
    },
  );
});
