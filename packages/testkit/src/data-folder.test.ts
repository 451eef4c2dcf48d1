import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { makeTestDataFolder } from './data-folder.ts';

const module = JSON.stringify(new URL('./data-folder.ts', import.meta.url).href);

/** Leaves a process that has the folder in its environment, and one that works in it: neither ends by itself. */
const owner = `
  import { spawn } from 'node:child_process';
  import { mkdirSync } from 'node:fs';
  import { makeTestDataFolder } from ${module};
  const { path } = makeTestDataFolder('cellwright-test-', 1);
  mkdirSync(path + '/postgres');
  const sleep = (options) => spawn('sh', ['-c', 'trap "" TERM INT HUP; while :; do sleep 0.1; done'], {
    ...options, detached: true, stdio: 'ignore',
  }).pid;
  const pids = [sleep({ env: { ...process.env, CELLWRIGHT_DATA: path } }), sleep({ cwd: path + '/postgres' })];
  process.send({ path, pids });
  setInterval(() => undefined, 1000);
`;

const startedSchema = z.object({ path: z.string(), pids: z.array(z.number()) });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

it('makeTestDataFolder removes the folder and every process of its cell after its owner was killed', async () => {
  const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', owner], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const [message] = await once(child, 'message');
  const { path, pids } = startedSchema.parse(message);
  expect(pids.map(isAlive)).toEqual([true, true]);
  child.kill('SIGKILL');
  await expect.poll(() => [...pids.map(isAlive), existsSync(path)], { timeout: 15_000 }).toEqual([false, false, false]);
}, 30_000);

it('makeTestDataFolder leaves removing to its owner while that runs', () => {
  const folder = makeTestDataFolder('cellwright-test-');
  expect(existsSync(folder.path)).toBe(true);
  folder.remove();
  expect(existsSync(folder.path)).toBe(false);
});
