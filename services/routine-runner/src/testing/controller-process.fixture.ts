/** For tests: the robot controller as the process it is in every cell. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { secretEnv } from '@cellwright/service-kit/testing/peers';
import { endWithThisProcess } from '@cellwright/testkit';
import * as z from 'zod';

const entry = fileURLToPath(new URL('../../../controller/src/main.ts', import.meta.url));
const portFileSchema = z.object({ port: z.number() });

export interface ControllerProcess {
  readonly port: number;
  readonly child: ChildProcess;
  stop(): Promise<void>;
}

export async function startController(kind: 'simulated' | 'twin' = 'simulated'): Promise<ControllerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'cellwright-controller-'));
  const portFile = join(folder, 'port');
  const settings = { CONTROLLER_KIND: kind, CONTROLLER_PORT_FILE: portFile, LOG_LEVEL: 'WARN' };
  const env = { ...process.env, ...secretEnv('controller'), ...settings };
  const child = endWithThisProcess(
    spawn(process.execPath, [bundleSource(entry)], { env, stdio: ['ignore', 'ignore', 'inherit'] }),
  );
  const stop = async () => {
    child.kill('SIGKILL');
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  for (;;) {
    await sleep(25);
    if (child.exitCode !== null) throw new Error('the controller did not start');
    const port = readPort(portFile);
    if (port !== undefined) return { port, child, stop };
  }
}

function readPort(file: string): number | undefined {
  try {
    return portFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))).port;
  } catch {
    return undefined;
  }
}
