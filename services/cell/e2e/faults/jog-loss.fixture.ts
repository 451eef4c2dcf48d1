import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { ChaosProxy } from '@cellwright/testkit';
import { machineTime, speedOf } from './arm-watcher.fixture.ts';
import type { FaultCell } from './fault-cell.fixture.ts';

export const jogLosses = ['FIN', 'RST', 'kill', 'half-open'] as const;
export type JogLoss = (typeof jogLosses)[number];

export interface JogEnd {
  /** Speed when the client disconnected, rad/s. */
  readonly speed: number;
  /** Time from then to the first slower set-point, ms. */
  readonly decelerationMS: number;
  readonly standstillMS: number;
  /** True if the connection to the commander was lost, which must not happen at the end of a jog. */
  readonly lostCommander: boolean;
}

const program = bundleSource(fileURLToPath(new URL('./jog-client.fixture.ts', import.meta.url)));

/**
 * Jogs over the gateway's socket, disconnects the client in one of four ways, and reads the reaction of the arm from
 * the log.
 */
export async function loseJogClient(faults: FaultCell, loss: JogLoss): Promise<JogEnd> {
  const watcher = await faults.watch('simulated');
  const proxy = await ChaosProxy.start({ target: Number(new URL(faults.cell.url).port) });
  (await faults.openReadySession('simulated')).close();
  await watcher.until('the arm is free', ({ mode }) => mode === 'standing');
  const before = await watcher.newestIndex();
  const url = `http://127.0.0.1:${proxy.port}`;
  // Back towards the middle: many trials would otherwise reach the end of the joint's range.
  const speed = watcher.state.positions[5] > 0 ? -0.5 : 0.5;
  const args = [program, url, faults.cell.client.adminKey, 'simulated', String(speed)];
  const jogger = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  try {
    await watcher.until('the jog is at its speed', (state) => speedOf(state) > 0.49);
    await new Promise((resolve) => setTimeout(resolve, 300));
    const lostAt = machineTime();
    if (loss === 'FIN') proxy.endAll();
    else if (loss === 'RST') proxy.resetAll();
    else if (loss === 'kill') jogger.kill('SIGKILL');
    else proxy.set({ halfOpen: 'toServer' });
    await watcher.until('the arm stands', ({ mode }) => mode === 'standing');
    return readEnd(await watcher.readLog(before), lostAt);
  } finally {
    jogger.kill('SIGKILL');
    if (jogger.exitCode === null && jogger.signalCode === null) await once(jogger, 'exit');
    await proxy.stop();
    await watcher.close();
  }
}

type Log = Awaited<ReturnType<Awaited<ReturnType<FaultCell['watch']>>['readLog']>>;

function readEnd(entries: Log, lostAt: number): JogEnd {
  const setPoints = entries.filter(({ kind }) => kind === 'setPoint');
  const lastBefore = setPoints.findLastIndex(({ time }) => time <= lostAt);
  const speed = speedOf(setPoints[lastBefore] ?? { velocities: [0] });
  const slower = setPoints.find((point, index) => index > lastBefore && speedOf(point) < speed - 1e-9);
  const standing = setPoints.find((point, index) => index > lastBefore && speedOf(point) === 0);
  if (!slower || !standing) throw new Error('the arm never slowed down');
  return {
    speed,
    decelerationMS: (slower.time - lostAt) * 1000,
    standstillMS: (standing.time - lostAt) * 1000,
    lostCommander: entries.some(({ kind }) => kind === 'commanderLost'),
  };
}
