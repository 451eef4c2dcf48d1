import { type ChildProcess, spawn } from 'node:child_process';
import { readStartTime } from '@cellwright/embedded-postgres';
import { silentLogger } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { stopOrphans } from './orphans.ts';

let child: ChildProcess;
beforeEach(() => {
  child = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
});
afterEach(() => void child.kill('SIGKILL'));

const own = async (pid: number) => ({ pid, startTime: (await readStartTime(pid)) ?? '' });
const deadCell = { url: 'http://localhost:3000', httpsUrl: '', pid: 999_999_999, startTime: '1' };

async function stop(options: { name?: string; startTime?: string; cell?: { pid: number; startTime: string } } = {}) {
  const { pid, startTime } = await own(child.pid ?? 0);
  const listed = { name: options.name ?? 'nats', pid, startTime: options.startTime ?? startTime };
  await stopOrphans({ ...deadCell, ...options.cell, processes: [listed] }, silentLogger);
  return (await readStartTime(pid)) === undefined ? 'ended' : 'left alone';
}

describe('stopOrphans', () => {
  it('ends processes of a killed cell', async () => {
    expect(await stop()).toBe('ended');
  });

  it('does not end processes of a live cell', async () => {
    expect(await stop({ cell: await own(process.pid) })).toBe('left alone');
  });

  it('does not confuse a process with a later one of the same id', async () => {
    expect(await stop({ startTime: '17' })).toBe('left alone');
  });

  it('leaves the database to its package', async () => {
    expect(await stop({ name: 'postgres' })).toBe('left alone');
  });

  it('accepts that there are none', async () => {
    await stopOrphans(undefined, silentLogger);
  });
});
