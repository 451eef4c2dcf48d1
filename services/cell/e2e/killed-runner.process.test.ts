import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { inExhaustiveRuns } from '@cellwright/testkit/exhaustive';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { findRunning } from '../src/data/data-folder.ts';

const harness = JSON.stringify(new URL('./harness.ts', import.meta.url).href);
const runner = `
  import { makeDataPath, startCell } from ${harness};
  const { path } = makeDataPath();
  const { pid } = await startCell('compact', path);
  process.send({ path, pid });
  setInterval(() => undefined, 1000);
`;
const startedSchema = z.object({ path: z.string(), pid: z.number() });

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

const cases: readonly (readonly [when: string, killedBefore: readonly string[]])[] = [
  ['was killed before, and left its database and its controllers', ['cell']],
  ['runs', []],
];

inExhaustiveRuns(() => {
  it.each(cases)(
    'a killed test runner leaves no process of a cell that %s',
    async (_when, killedBefore) => {
      const child = spawn(process.execPath, ['--import', 'tsx', '--input-type=module', '-e', runner], {
        stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
      });
      const [message] = await once(child, 'message');
      const { path, pid } = startedSchema.parse(message);
      const pids = [pid, ...(findRunning(path)?.processes.map((each) => each.pid) ?? [])];
      expect(pids.length).toBeGreaterThan(3);
      expect(pids.filter(isAlive)).toEqual(pids);
      if (killedBefore.includes('cell')) process.kill(pid, 'SIGKILL');
      child.kill('SIGKILL');
      await expect.poll(() => pids.filter(isAlive), { timeout: 40_000 }).toEqual([]);
      await expect.poll(() => existsSync(path)).toBe(false);
    },
    120_000,
  );
});
