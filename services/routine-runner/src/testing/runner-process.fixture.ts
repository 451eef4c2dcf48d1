/** For tests: the runner in a process of its own, to be killed, frozen and started again. Run directly, it is that process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { createHealth, createInProcessBus, createLogger, createMetrics, systemClock } from '@cellwright/service-kit';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { endWithThisProcess } from '@cellwright/testkit';
import * as z from 'zod';
import { build } from '../app.ts';
import { connectRunner, type RunnerClient } from './runner-client.fixture.ts';

const self = fileURLToPath(import.meta.url);

const settingsSchema = z.object({
  databaseUrl: z.string(),
  migrations: z.string(),
  addresses: z.object({ library: z.string(), motion: z.string(), equipment: z.string() }),
  controllerPort: z.number(),
});
export type RunnerProcessSettings = z.infer<typeof settingsSchema>;

export interface RunnerProcess {
  readonly child: ChildProcess;
  readonly runner: RunnerClient;
  signal(signal: NodeJS.Signals): void;
  kill(): Promise<void>;
}

export async function startRunnerProcess(settings: RunnerProcessSettings): Promise<RunnerProcess> {
  const env = { ...process.env, RUNNER_SETTINGS: JSON.stringify(settings), VITEST: undefined };
  const child = endWithThisProcess(
    spawn(process.execPath, [bundleSource(self)], { env, stdio: ['ignore', 'pipe', 'inherit'] }),
  );
  const lines = createInterface({ input: child.stdout });
  const [address] = await Promise.race([
    once(lines, 'line'),
    once(child, 'exit').then(() => {
      throw new Error('the runner did not start');
    }),
  ]);
  const runner = connectRunner(z.string().parse(address));
  return {
    child,
    runner,
    signal: (signal) => void child.kill(signal),
    async kill() {
      runner.close();
      child.kill('SIGKILL');
      if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
    },
  };
}

if (process.argv[1] === self) {
  const { controllerPort, ...settings } = settingsSchema.parse(JSON.parse(process.env.RUNNER_SETTINGS ?? '{}'));
  const log = createLogger('routine-runner', { level: 'ERROR', destination: process.stderr });
  const service = await build({
    peers: anyPeers('routine-runner'),
    ...settings,
    port: 0,
    controllers: { simulated: { host: '127.0.0.1', port: controllerPort } },
    bus: createInProcessBus({ log }),
    clock: systemClock,
    log,
    metrics: createMetrics({ defaults: false }),
    health: createHealth(),
  });
  const { address } = await service.start();
  process.stdout.write(`${address}\n`);
}
