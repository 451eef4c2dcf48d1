// Shared by the controller's soak scripts: a controller process, its log as the oracle, and the lag of bare timers.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ControllerLogEntry, connectController, type RobotDriver } from '@cellwright/controller-link';
import type { Clock } from '@cellwright/domain/basics';
import { systemClock } from '@cellwright/service-kit';
import { anyProof, secretEnv } from '@cellwright/service-kit/testing/peers';
import { endWithThisProcess } from '@cellwright/testkit';

/** The machine's monotonic clock, which the controller's log also uses. */
export const machineClock: Clock = { ...systemClock, now: () => Number(process.hrtime.bigint()) / 1e6 };

/** The joint turned in the trials: the fastest one. */
export const trialJoint = 3;
/** Minimum speed drop of a stop in one set-point, rad/s; planned motions stay below it. */
const stopDrop = 0.05;

export interface ControllerProcess {
  readonly port: number;
  readonly process: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a controller in a separate process. */
export async function startController(): Promise<ControllerProcess> {
  const folder = mkdtempSync(join(tmpdir(), 'controller-soak-'));
  const portFile = join(folder, 'port');
  const child = endWithThisProcess(
    spawn(process.execPath, ['--import', 'tsx', 'services/controller/src/main.ts'], {
      env: {
        ...process.env,
        ...secretEnv('controller'),
        ...{ CONTROLLER_PORT: '0', CONTROLLER_PORT_FILE: portFile, LOG_LEVEL: 'WARN' },
      },
      stdio: ['ignore', 'inherit', 'inherit'],
    }),
  );
  const stop = async () => {
    child.kill('SIGTERM');
    if (child.exitCode === null) await once(child, 'exit');
    rmSync(folder, { recursive: true, force: true });
  };
  for (;;) {
    await sleep(50);
    if (child.exitCode !== null) throw new Error('the controller did not start');
    const port = readPort(portFile);
    if (port !== undefined) return { port, process: child, stop };
  }
}

function readPort(file: string): number | undefined {
  try {
    const ports: unknown = JSON.parse(readFileSync(file, 'utf8'));
    return typeof ports === 'object' && ports !== null && 'port' in ports ? Number(ports.port) : undefined;
  } catch {
    return undefined;
  }
}

export async function connect(port: number, commander: string, takesCommand: boolean): Promise<RobotDriver> {
  const result = await connectController({
    proof: anyProof,
    host: '127.0.0.1',
    port,
    clock: machineClock,
    commander,
    takesCommand,
  });
  if (!result.ok) throw new Error(result.reason);
  return result.driver;
}

/** Polls until the condition holds. */
export async function until(what: string, condition: () => boolean, limitMS = 30_000): Promise<void> {
  const deadline = machineClock.now() + limitMS;
  while (!condition()) {
    if (machineClock.now() > deadline) throw new Error(`${what}: not within ${limitMS} ms`);
    await sleep(1);
  }
}

/** Returns the log's entries above `after`. */
export async function readLog(driver: RobotDriver, after: number): Promise<ControllerLogEntry[]> {
  const entries: ControllerLogEntry[] = [];
  for (;;) {
    const page = await driver.getLog({ after: entries.at(-1)?.index ?? after, limit: 1000 });
    if (page === null) throw new Error('the line to the controller is down');
    entries.push(...page.entries);
    if (page.entries.length === 0 || (entries.at(-1)?.index ?? after) >= page.newest) return entries;
  }
}

export async function newestLog(driver: RobotDriver): Promise<number> {
  const page = await driver.getLog({ after: Number.MAX_SAFE_INTEGER, limit: 1 });
  return page?.newest ?? -1;
}

export interface MeasuredStop {
  /** Speed of the trial joint at that moment, rad/s. */
  readonly speed: number;
  readonly decelerationMS: number;
  readonly standstillMS: number;
}

/** Returns the times after a moment at which the set-points decelerate and stop, ms. Infinity when they do not. */
export function measureStop(log: readonly ControllerLogEntry[], momentMS: number): MeasuredStop {
  const setPoints = log.filter(({ kind }) => kind === 'setPoint');
  const speedAt = (index: number) => Math.abs(setPoints[index]?.velocities[trialJoint] ?? 0);
  const first = setPoints.findIndex(({ time }) => time * 1000 > momentMS);
  const after = (index: number) =>
    index < 0 ? Number.POSITIVE_INFINITY : (setPoints[index]?.time ?? 0) * 1000 - momentMS;
  const slower = setPoints.findIndex(
    (_, i) => first >= 0 && i >= first && i > 0 && speedAt(i - 1) - speedAt(i) > stopDrop,
  );
  const still = setPoints.findIndex((_, i) => first >= 0 && i >= first && speedAt(i) === 0);
  return { speed: speedAt(Math.max(0, first - 1)), decelerationMS: after(slower), standstillMS: after(still) };
}

/** Returns median, 99th percentile and maximum of figures. */
export function summarise(values: readonly number[]) {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))];
  return { median: at(0.5), p99: at(0.99), worst: sorted.at(-1) };
}

/** Measures the lag of bare timers in this process from now on. */
export function watchTimerLag() {
  const lag = monitorEventLoopDelay({ resolution: 1 });
  lag.enable();
  return () => ({ p99: lag.percentile(99) / 1e6, worst: lag.max / 1e6 });
}
