import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { pickRows } from '@cellwright/testkit/exhaustive';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shareArmCell } from './arm-cell.ts';
import { waitUntil } from './harness.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const cell = shareArmCell();
let token: string;
let folder: string;

beforeAll(async () => {
  token = (await cell.runCli('token', ['--name', 'first-programs'])).stdout.trim();
  mkdirSync(join(root, '.cache'), { recursive: true });
  // Inside the project: the programs import its packages by name.
  folder = mkdtempSync(join(root, '.cache', 'first-programs-'));
}, 120_000);
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true });
}, 60_000);

const languages = {
  sh: { file: 'program.sh', run: ['sh', '-eu'] },
  ts: { file: 'program.ts', run: [process.execPath, '--import', 'tsx'] },
  js: { file: 'program.mjs', run: [process.execPath] },
  python: { file: 'program.py', run: ['python3'] },
} as const;
type Language = keyof typeof languages;

interface Program {
  readonly task: number;
  readonly way: string;
  readonly language: Language;
  readonly text: string;
}

/** Returns the programs of the page: each is the only code block below the heading of its language. */
function readPrograms(): Program[] {
  const page = readFileSync(join(root, 'docs', 'first-programs.md'), 'utf8');
  const tasks = page.split(/^## (?=\d)/m).slice(1);
  return tasks.flatMap((section) =>
    section
      .split(/^### /m)
      .slice(1)
      .map((part) => {
        const way = part.slice(0, part.indexOf('\n'));
        const [, language = '', text = ''] = /^```(\w+)\n(.*?)^```$/ms.exec(part) ?? [];
        if (!isLanguage(language)) throw new Error(`task ${section.slice(0, 1)}, ${way}: there is no program`);
        return { task: Number(section.slice(0, 1)), way, language, text };
      }),
  );
}

function isLanguage(name: string): name is Language {
  return Object.hasOwn(languages, name);
}

const programs = readPrograms();
const hasPython = spawnSync('python3', ['--version']).status === 0;

/** Starts a program in the same way as a reader of the page. */
function start({ language, text }: Program): {
  child: ChildProcess;
  output: () => string;
  ended: Promise<number | null>;
} {
  const { file, run } = languages[language];
  const path = join(mkdtempSync(join(folder, 'run-')), file);
  writeFileSync(path, text);
  const [command, ...args] = run;
  const child = spawn(command, [...args, path], {
    cwd: root,
    env: { ...process.env, CELL_URL: cell.url, CELL_TOKEN: token, CELLWRIGHT_DATA: cell.dataPath, NODE_OPTIONS: '' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk;
    });
  }
  const ended = once(child, 'close').then(() => child.exitCode);
  return { child, output: () => output, ended };
}

async function call(method: string, path: string, body?: unknown): Promise<Response> {
  return fetch(`${cell.url}/api/v1/cell${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: body === undefined ? null : JSON.stringify(body),
  });
}

/** Output of each task in every language. */
const prints: Readonly<Record<number, readonly RegExp[]>> = {
  1: [/first-programs/, /connectToRobot/],
  2: [/routine_example_signal_tower/, /version\W+\d+/, /Signal tower/i],
  3: [/run_[0-9a-f-]+/, /completed/],
  4: [/parts_\w+/, /\b20\b/, /version\W+2\b/, /conflict/],
  5: [/watching version/, /\b(42)\b/],
};

describe('the page of first programs', () => {
  it('has the same five tasks in each of the four variants', () => {
    const ways = ['curl sh', 'TypeScript ts', 'Feathers js', 'Python python'];
    const expected = [1, 2, 3, 4, 5].flatMap((task) => ways.map((way) => `${task} ${way}`));
    expect(programs.map(({ task, way, language }) => `${task} ${way} ${language}`)).toEqual(expected);
  });

  /** Each task in one of the four variants, each variant once. */
  const chosen = programs.filter((_, index) => [0, 5, 10, 15, 16].includes(index));
  it.for(pickRows(programs, chosen))(
    'task $task works as written in $way',
    { timeout: 90_000 },
    async (program, { skip }) => {
      if (program.language === 'python' && !hasPython) {
        process.stderr.write(`NOT RUN: task ${program.task} in Python: this machine has no python3\n`);
        skip('shown as not run: this machine has no python3');
      }
      if (program.task === 5) {
        await call('POST', '/variables', { id: 'variable_watched', name: 'watched', initialValue: 1 });
        await call('PATCH', '/variables/variable_watched', { initialValue: 1 + Math.random() });
      }
      const { output, ended } = start(program);
      if (program.task === 5) {
        await Promise.race([waitUntil(() => output().includes('watching version'), 60_000), ended]);
        expect((await call('PATCH', '/variables/variable_watched', { initialValue: 42 })).status).toBe(200);
      }
      const code = await ended;
      expect(code, output()).toBe(0);
      for (const expected of prints[program.task] ?? []) expect(output()).toMatch(expected);
    },
  );
});
