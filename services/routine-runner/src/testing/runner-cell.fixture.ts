/** For tests: the runner as a cell runs it, with a real controller, a real database, and scripted peers. */
import { fileURLToPath } from 'node:url';
import { createHealth, createInProcessBus, createMetrics, silentLogger, systemClock } from '@cellwright/service-kit';
import { findEntryBundle } from '@cellwright/service-kit/source-bundle';
import { createServiceDatabase } from '@cellwright/service-kit/testing';
import { anyPeers } from '@cellwright/service-kit/testing/peers';
import { findStepContract } from '@cellwright/steps/contracts';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { TestDatabase } from '@cellwright/testkit';
import { build } from '../app.ts';
import { schema } from '../store/database.ts';
import { type ControllerProcess, startController } from './controller-process.fixture.ts';
import { startPeers } from './fake-peers.fixture.ts';
import { connectRunner } from './runner-client.fixture.ts';

export const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));

export interface RunnerCellOptions {
  readonly database?: TestDatabase;
  readonly controller?: ControllerProcess;
  readonly peers?: Awaited<ReturnType<typeof startPeers>>;
  /** Database address for the first runner, if different. */
  readonly databaseUrl?: string;
}

const readsProcess = fileURLToPath(new URL('../store/reads/reads-process.ts', import.meta.url));

export async function startRunnerCell(options: RunnerCellOptions = {}) {
  // Bundling takes longer than a controller waits for its commander, so it comes first.
  findEntryBundle(readsProcess);
  const database = options.database ?? (await createServiceDatabase(schema, migrations));
  const controller = options.controller ?? (await startController());
  const peers = options.peers ?? (await startPeers());
  const bus = createInProcessBus({ log: silentLogger });
  const start = async (databaseUrl = database.url) => {
    const health = createHealth();
    health.markStarted();
    const service = await build({
      peers: anyPeers('routine-runner'),
      databaseUrl,
      migrations,
      port: 0,
      addresses: peers.addresses,
      controllers: { simulated: { host: '127.0.0.1', port: controller.port } },
      bus,
      clock: systemClock,
      log: silentLogger,
      metrics: createMetrics({ defaults: false }),
      health,
    });
    const { address } = await service.start();
    return { service, health, runner: connectRunner(address) };
  };
  let running = await start(options.databaseUrl);
  return {
    database,
    controller,
    peers,
    bus,
    get runner() {
      return running.runner;
    },
    get health() {
      return running.health;
    },
    /**
     * Starts a second runner on the same database, which becomes the one of this cell; the first continues and belongs
     * to the caller.
     */
    async startAnother() {
      const first = running;
      running = await start();
      return first;
    },
    async stop(): Promise<void> {
      running.runner.close();
      await running.service.stop(AbortSignal.timeout(2000));
      if (!options.peers) await peers.close();
      await bus.close();
      if (!options.controller) await controller.stop();
      if (!options.database) await database.drop();
    },
  };
}

/** A step as the library sends it: its path is in its id, its arguments are filled with defaults. */
export function step(path: string, stepKind: string, args: Record<string, unknown>): ProgramStep {
  const dot = path.lastIndexOf('.');
  const parentID = dot < 0 ? null : `step_${path.slice(0, dot)}`;
  const filled: unknown = findStepContract(stepKind)?.args.parse(args) ?? args;
  return { id: `step_${path}`, stepKind, path, parentID, isDisabled: false, args: Object(filled) };
}
