// R1, R4: the commander is killed, and frozen, while the arm turns at full speed. The arm decelerates within 250 ms and
// is at rest within 700 ms, and commands after the wake-up move nothing. The controller's log is the oracle. Prints
// JSON, exits with 1 when a figure is missed. Usage: tsx scripts/soak/controller-commander-loss.ts [kills] [freezes]
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RobotDriver } from '@cellwright/controller-link';
import { endWithThisProcess } from '@cellwright/testkit';
import {
  connect,
  type MeasuredStop,
  machineClock,
  measureStop,
  newestLog,
  readLog,
  startController,
  summarise,
  until,
  watchTimerLag,
} from './controller/rig.ts';

const kills = Number(process.argv[2] ?? 100);
const freezes = Number(process.argv[3] ?? 10);
const limits = { decelerationMS: 250, standstillMS: 700 };
/** Duration of the freeze. */
const freezeMS = 10_000;

const lag = watchTimerLag();
const controller = await startController();
const watcher = await connect(controller.port, 'soak', false);
let movedAgain = 0;

async function runTrial(signal: 'SIGKILL' | 'SIGSTOP'): Promise<MeasuredStop> {
  const commander = await startCommander(controller.port);
  await sleep(Math.random() * 200);
  const newest = await newestLog(watcher);
  const lostAt = machineClock.now();
  commander.kill(signal);
  await until('the brakes', () => watcher.state.mode === 'braked');
  const stop = measureStop(await readLog(watcher, newest - 50), lostAt);
  await watchForMotion(commander, signal === 'SIGSTOP' ? freezeMS : 300);
  return stop;
}

/** Checks that nothing moves while the commander is away, nor after it is back. */
async function watchForMotion(commander: ChildProcess, awayMS: number): Promise<void> {
  const stoodAt = JSON.stringify(watcher.state.positions);
  await sleep(awayMS);
  commander.kill('SIGCONT');
  await sleep(500);
  if (JSON.stringify(watcher.state.positions) !== stoodAt || watcher.state.mode !== 'braked') movedAgain += 1;
  commander.kill('SIGKILL');
}

async function startCommander(port: number): Promise<ChildProcess> {
  const script = 'scripts/soak/controller/commander.ts';
  const child = endWithThisProcess(
    spawn(process.execPath, ['--import', 'tsx', script, String(port)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    }),
  );
  await once(child.stdout, 'data');
  return child;
}

async function runTrials(count: number, signal: 'SIGKILL' | 'SIGSTOP') {
  const stops: MeasuredStop[] = [];
  for (let trial = 0; trial < count; trial += 1) stops.push(await runTrial(signal));
  return {
    trials: count,
    slowestRadPerSecond: Math.min(...stops.map(({ speed }) => speed)),
    decelerationMS: summarise(stops.map(({ decelerationMS }) => decelerationMS)),
    standstillMS: summarise(stops.map(({ standstillMS }) => standstillMS)),
  };
}

const killed = await runTrials(kills, 'SIGKILL');
const frozen = await runTrials(freezes, 'SIGSTOP');
await finish(watcher);

async function finish(driver: RobotDriver): Promise<void> {
  await driver.close();
  await controller.stop();
}

const holds =
  movedAgain === 0 &&
  [killed, frozen].every(
    ({ decelerationMS, standstillMS }) =>
      (decelerationMS.worst ?? 0) <= limits.decelerationMS && (standstillMS.worst ?? 0) <= limits.standstillMS,
  );
console.log(JSON.stringify({ rows: 'R1 R4', holds, limits, killed, frozen, movedAgain, bareTimerLagMs: lag() }));
process.exit(holds ? 0 : 1);
