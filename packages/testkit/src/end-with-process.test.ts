import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { makeTestDataFolder } from './end-with-process.ts';

const module = JSON.stringify(new URL('./end-with-process.ts', import.meta.url).href);

/**
 * Starts processes that ignore signals: one that it owns, one with its data folder as an argument, and one that runs in
 * it.
 */
const owner = `
  import { spawn } from 'node:child_process';
  import { mkdirSync } from 'node:fs';
  import { endWithThisProcess, makeTestDataFolder } from ${module};
  const { path } = makeTestDataFolder({ prefix: 'cellwright-test-', graceS: 1 });
  mkdirSync(path + '/postgres');
  const sleep = (options) => spawn('sh', ['-c', 'trap "" TERM INT HUP; while :; do sleep 0.1; done'], {
    ...options, detached: true, stdio: 'ignore',
  });
  const owned = endWithThisProcess(sleep({}));
  const others = [sleep({ env: { ...process.env, CELLWRIGHT_DATA: path } }), sleep({ cwd: path + '/postgres' })];
  process.send({ path, pids: [owned, ...others].map(({ pid }) => pid) });
  process.once('message', () => process.exit());
`;

const startedSchema = z.object({ path: z.string(), pids: z.array(z.number()) });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

describe('a process that ends without cleaning up', () => {
  it.each(['kill -9', 'exit'] as const)('leaves no child, cell process or data folder after %s', async (how) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', owner], {
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    const [message] = await once(child, 'message');
    const { path, pids } = startedSchema.parse(message);
    expect(pids.map(isAlive)).toEqual([true, true, true]);
    if (how === 'exit') child.send('exit');
    else child.kill('SIGKILL');
    const left = () => [pids.filter(isAlive), existsSync(path)];
    await expect.poll(left).toEqual([[], false]);
  });
});

describe('makeTestDataFolder', () => {
  it('creates a folder that its owner removes', () => {
    const folder = makeTestDataFolder({ prefix: 'cellwright-test-' });
    expect(existsSync(folder.path)).toBe(true);
    folder.remove();
    expect(existsSync(folder.path)).toBe(false);
  });
});
