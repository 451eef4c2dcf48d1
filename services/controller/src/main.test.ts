import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { secretEnv } from '@cellwright/service-kit/testing/peers';
import { describe, expect, onTestFinished, test } from 'vitest';
import * as z from 'zod';
import { connectDriver, until } from './line.fixture.ts';

const main = fileURLToPath(new URL('./main.ts', import.meta.url));
const portsSchema = z.object({ port: z.number(), adminPort: z.number(), pid: z.number() });

function startProcess(env: Readonly<Record<string, string>>) {
  const child = spawn(process.execPath, [bundleSource(main)], {
    env: { ...process.env, ...secretEnv('controller'), ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk) => {
    errors += chunk;
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  // With its last output, which may arrive after its end.
  return { child, exited: once(child, 'close'), errors: () => errors };
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'controller-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

describe('the controller process', { timeout: 60_000 }, () => {
  test('reports its ports, is healthy, logs its motion and ends with brakes engaged on SIGTERM', async () => {
    const folder = makeFolder();
    const portFile = join(folder, 'ports.json');
    const logFile = join(folder, 'motion.jsonl');
    const { child, exited } = startProcess({
      CONTROLLER_KIND: 'twin',
      CONTROLLER_PORT_FILE: portFile,
      CONTROLLER_LOG_FILE: logFile,
    });
    await until(() => existsSync(portFile));
    const { port, adminPort, pid } = portsSchema.parse(JSON.parse(readFileSync(portFile, 'utf8')));
    expect(pid).toBe(child.pid);
    await expect.poll(async () => (await fetch(`http://127.0.0.1:${adminPort}/health/ready`)).status).toBe(200);
    const driver = await connectDriver(port);
    expect(driver.identity.isTwin).toBe(true);
    await driver.disengageBrakes({ epoch: 0 });
    child.kill('SIGTERM');
    expect((await exited)[0]).toBe(0);
    const kinds = readFileSync(logFile, 'utf8')
      .trim()
      .split('\n')
      .map((line): unknown => JSON.parse(line));
    expect(kinds.at(-1)).toMatchObject({ kind: 'standstill', detail: 'shutdown' });
    expect(kinds).toContainEqual(expect.objectContaining({ kind: 'brakes', detail: 'engaged' }));
  });

  test('answers a restart request and ends in order, so that its supervisor starts it again', async () => {
    const portFile = join(makeFolder(), 'ports.json');
    const { exited } = startProcess({ CONTROLLER_PORT_FILE: portFile });
    await until(() => existsSync(portFile));
    const { port } = portsSchema.parse(JSON.parse(readFileSync(portFile, 'utf8')));
    const driver = await connectDriver(port);
    await driver.disengageBrakes({ epoch: 0 });
    expect(await driver.restart()).toEqual({ ok: true });
    expect((await exited)[0]).toBe(0);
    await until(() => !driver.isConnected);
    expect(driver.state).toMatchObject({ mode: 'braked', brakes: 'engaged' });
  });

  test('refuses to start with an invalid environment, and names the variable', async () => {
    const { exited, errors } = startProcess({ CONTROLLER_KIND: 'real' });
    expect((await exited)[0]).toBe(1);
    expect(errors()).toContain("CONTROLLER_KIND: must be 'simulated' or 'twin'");
  });
});
