import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { ControllerLogEntry, RobotDriver } from '@cellwright/controller-link';
import { bundleSource } from '@cellwright/service-kit/source-bundle';
import { ChaosProxy } from '@cellwright/testkit';
import { describe, expect, onTestFinished, test } from 'vitest';
import { speedOf } from './domain/controller-rig.fixture.ts';
import { connectDriver, readLog, startController, until } from './line.fixture.ts';
import { machineClock } from './machine-clock.ts';

// The times of the survival table with five times the allowance, because the machine that runs the tests is busy.
const allowance = 5;
const decelerationLimitMS = 250 * allowance;
const jogDecelerationLimitMS = 300 * allowance;
const standstillLimitMS = 700 * allowance;

/** Processes start slowly on a busy machine. */
const processTimeoutMS = 60_000;

describe('a commander that is killed or frozen', { timeout: processTimeoutMS }, () => {
  test.each(['SIGKILL', 'SIGSTOP'] as const)(
    'stops the arm immediately and for good when %s at full speed',
    async (signal) => {
      const { port } = await startController();
      const watcher = await connectDriver(port, { takesCommand: false, commander: 'watcher' });
      const commander = await startCommander(port, 'move', watcher);
      const lostAt = machineClock.now();
      commander.kill(signal);
      await until(() => watcher.state.mode === 'braked');
      const stop = measureStop(await readLog(watcher), lostAt);
      expect(stop.decelerationAfterMS).toBeLessThanOrEqual(decelerationLimitMS);
      expect(stop.standstillAfterMS).toBeLessThanOrEqual(standstillLimitMS);
      const { positions } = watcher.state;
      commander.kill('SIGCONT');
      await machineClock.sleep(500);
      expect(watcher.state).toMatchObject({ mode: 'braked', positions, lastStop: 'commanderLost' });
    },
  );

  test('sends outdated jogs without effect after it wakes up', async () => {
    const { port } = await startController();
    const watcher = await connectDriver(port, { takesCommand: false, commander: 'watcher' });
    const commander = await startCommander(port, 'jog', watcher);
    commander.kill('SIGSTOP');
    await until(() => watcher.state.mode === 'braked');
    const { positions } = watcher.state;
    commander.kill('SIGCONT');
    await until(() => watcher.state.time > 0);
    await machineClock.sleep(600);
    const log = await readLog(watcher);
    expect(watcher.state.positions).toEqual(positions);
    expect(log.filter(({ kind }) => kind === 'refused').map(({ detail }) => detail)).toContain('jog: not_in_command');
  });
});

describe('a jog whose connection is lost', () => {
  test.each([
    ['FIN', (proxy: ChaosProxy) => proxy.endAll()],
    ['RST', (proxy: ChaosProxy) => proxy.resetAll()],
    ['half-open', (proxy: ChaosProxy) => proxy.set({ halfOpen: 'toServer' })],
    ['blackhole', (proxy: ChaosProxy) => proxy.set({ blackhole: true })],
  ])('stops the arm and engages the brakes: %s', async (_, cut) => {
    const { port } = await startController();
    const watcher = await connectDriver(port, { takesCommand: false, commander: 'watcher' });
    const proxy = await ChaosProxy.start({ target: port });
    onTestFinished(() => proxy.stop());
    const driver = await connectDriver(proxy.port, { commander: 'jogger' });
    await driver.disengageBrakes({ epoch: 0 });
    const renew = () => void driver.jog({ epoch: 0, jogID: 'press', velocities: [0.5, 0, 0, 0, 0, 0] });
    const timer = setInterval(renew, 100);
    onTestFinished(() => clearInterval(timer));
    await until(() => watcher.state.velocities[0] > 0.49);
    const lostAt = machineClock.now();
    cut(proxy);
    await until(() => watcher.state.mode === 'braked');
    const stop = measureStop(await readLog(watcher), lostAt);
    expect(stop.decelerationAfterMS).toBeLessThanOrEqual(jogDecelerationLimitMS);
  });

  test('a driver closes the connection by itself when its controller is silent', async () => {
    const { port } = await startController();
    const proxy = await ChaosProxy.start({ target: port });
    onTestFinished(() => proxy.stop());
    const driver = await connectDriver(proxy.port);
    const reasons: string[] = [];
    driver.onDisconnected((reason) => reasons.push(reason));
    proxy.set({ blackhole: true });
    await until(() => !driver.isConnected);
    expect(reasons).toEqual(['the controller has been silent for 1000 ms']);
  });
});

/**
 * Starts a commander process whose arm is at speed; starts another one when the machine was too busy for its heartbeat.
 */
async function startCommander(port: number, motion: 'jog' | 'move', watcher: RobotDriver): Promise<ChildProcess> {
  const script = fileURLToPath(new URL('./commander.fixture.ts', import.meta.url));
  for (;;) {
    const child = spawn(process.execPath, [bundleSource(script), String(port), motion], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(String(line)).toBe('moving\n');
    if (watcher.state.mode === 'executing' || watcher.state.mode === 'jogging') return child;
    child.kill('SIGKILL');
    await until(() => watcher.state.mode === 'braked');
  }
}

/** Returns the events after `lostAt` according to the set-points, ms. */
function measureStop(log: readonly ControllerLogEntry[], lostAt: number) {
  const after = log.filter(({ kind, time }) => kind === 'setPoint' && time * 1000 > lostAt);
  const before = log.filter(({ kind, time }) => kind === 'setPoint' && time * 1000 <= lostAt).at(-1);
  const speed = before === undefined ? 0 : speedOf(before);
  // More than the deceleration of the trajectory itself within one tick.
  const slower = after.find((entry, index) => speedOf(after[index - 1] ?? before ?? entry) - speedOf(entry) > 0.05);
  const still = after.find((entry) => speedOf(entry) === 0);
  return {
    speed,
    decelerationAfterMS: (slower?.time ?? Number.POSITIVE_INFINITY) * 1000 - lostAt,
    standstillAfterMS: (still?.time ?? Number.POSITIVE_INFINITY) * 1000 - lostAt,
  };
}
