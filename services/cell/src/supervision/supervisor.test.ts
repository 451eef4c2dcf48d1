import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLifecycle, silentLogger, systemClock } from '@cellwright/service-kit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findFreePort } from './port-blocks.ts';
import { PortTakenError } from './port-taken-error.ts';
import { superviseChild } from './supervisor.ts';
import { waitForPort } from './wait-for-port.ts';

let logPath: string;
const lifecycle = createLifecycle({ log: silentLogger });
beforeEach(() => {
  logPath = mkdtempSync(join(tmpdir(), 'cellwright-logs-'));
});
afterEach(() => rmSync(logPath, { recursive: true, force: true }));

/** Never ready: another program may respond on its port, too. */
const never = (signal: AbortSignal) =>
  new Promise<void>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

function start(script: string, port: number, waitUntilReady = never) {
  return superviseChild(
    {
      name: 'sample',
      command: process.execPath,
      args: ['-e', script],
      port,
      waitUntilReady,
    },
    { clock: systemClock, lifecycle, log: silentLogger, logPath },
  );
}

describe('superviseChild', () => {
  it('reports the end of the log of a process that ends before it is ready', async () => {
    const port = await findFreePort();
    await expect(start(`console.error('no licence'); process.exit(3)`, port)).rejects.toThrow(
      /sample ended \(code 3\) before it was ready\. Its log .*sample\.log ends with:\nno licence/,
    );
    await expect(start('process.exit(4)', port), 'of its own run only').rejects.toThrow(
      /\(code 4\) .* Its log .* is empty/,
    );
  });

  it('restarts a process that ends before it is ready, and fails after three starts', async () => {
    const port = await findFreePort();
    const file = join(logPath, 'starts');
    const endUpTo = (count: number) => `
      const fs = require('node:fs');
      fs.appendFileSync(${JSON.stringify(file)}, 'x');
      if (fs.readFileSync(${JSON.stringify(file)}, 'utf8').length <= ${count}) process.exit(1);
      require('node:net').createServer().listen(${port}, '127.0.0.1');`;
    const child = await start(endUpTo(2), port, (signal) => waitForPort(port, signal));
    expect(child.restarts).toBe(2);
    await child.stop();
    rmSync(file);
    await expect(start(endUpTo(9), port)).rejects.toThrow('ended (code 1)');
    expect(readFileSync(file, 'utf8')).toBe('xxx');
  });

  it('restarts a process that ended in order, and warns only of one that did not', async () => {
    const port = await findFreePort();
    const said: string[] = [];
    const write = (level: string) => (message: string) => void said.push(`${level}: ${message}`);
    const log = { ...silentLogger, info: write('info'), warn: write('warn') };
    const script = `
      process.once('SIGUSR1', () => process.exit(0)).once('SIGUSR2', () => process.exit(7));
      require('node:net').createServer().listen(${port}, '127.0.0.1');`;
    let readyCount = 0;
    const waitUntilReady = async (signal: AbortSignal) => {
      await waitForPort(port, signal);
      readyCount++;
    };
    const spec = { name: 'sample', command: process.execPath, args: ['-e', script], port, waitUntilReady };
    const child = await superviseChild(spec, { clock: systemClock, lifecycle, log, logPath });
    const startAgain = async (signal: NodeJS.Signals) => {
      const { pid } = child;
      if (pid === undefined) throw new Error('The process does not run');
      const readyBefore = readyCount;
      process.kill(pid, signal);
      // The supervisor's view: a process that ends before has not become ready.
      await expect.poll(() => readyCount).toBe(readyBefore + 1);
    };
    await startAgain('SIGUSR1');
    await startAgain('SIGUSR2');
    await child.stop();
    expect(said).toEqual([
      'info: a process ended as asked; it is started again',
      'warn: a process ended; it is started again',
    ]);
  });

  it('reports the port that another program has occupied', async () => {
    const port = await findFreePort();
    const other = createServer().listen(port, '127.0.0.1');
    await waitForPort(port, AbortSignal.timeout(30_000));
    const listen = `require('node:net').createServer().listen(${port}, '127.0.0.1')`;
    await expect(start(listen, port)).rejects.toEqual(new PortTakenError('sample', port));
    other.close();
  });
});
