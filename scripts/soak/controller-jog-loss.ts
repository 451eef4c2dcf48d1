// R8, at the controller: the connection of a jogging commander ends with FIN, with RST, by half-opening and by a pulled
// cable. The arm decelerates within 300 ms every time. Prints JSON, exits with 1 when a figure is missed. Usage: tsx
// scripts/soak/controller-jog-loss.ts [trials of each]
import { ChaosProxy } from '@cellwright/testkit';
import {
  connect,
  machineClock,
  measureStop,
  newestLog,
  readLog,
  startController,
  summarise,
  trialJoint,
  until,
  watchTimerLag,
} from './controller/rig.ts';

const trials = Number(process.argv[2] ?? 25);
const limitMS = 300;
const faults = {
  FIN: (proxy: ChaosProxy) => proxy.endAll(),
  RST: (proxy: ChaosProxy) => proxy.resetAll(),
  halfOpen: (proxy: ChaosProxy) => proxy.set({ halfOpen: 'toServer' }),
  blackhole: (proxy: ChaosProxy) => proxy.set({ blackhole: true }),
};

const lag = watchTimerLag();
const controller = await startController();
const watcher = await connect(controller.port, 'soak', false);

async function runTrial(cut: (proxy: ChaosProxy) => void, trial: string): Promise<number> {
  const proxy = await ChaosProxy.start({ target: controller.port });
  const driver = await connect(proxy.port, 'jogger', true);
  const epoch = driver.state.stopEpoch;
  await driver.disengageBrakes({ epoch });
  const direction = (driver.state.positions[trialJoint] ?? 0) > 0 ? -1 : 1;
  const renew = () => void driver.jog({ epoch, jogID: trial, velocities: [0, 0, 0, direction, 0, 0] });
  renew();
  const timer = setInterval(renew, 100);
  await until('speed', () => Math.abs(watcher.state.velocities[trialJoint] ?? 0) > 0.99);
  const newest = await newestLog(watcher);
  const lostAt = machineClock.now();
  cut(proxy);
  await until('the brakes', () => watcher.state.mode === 'braked');
  clearInterval(timer);
  await driver.close();
  await proxy.stop();
  return measureStop(await readLog(watcher, newest - 50), lostAt).decelerationMS;
}

const decelerationMS: Record<string, ReturnType<typeof summarise>> = {};
for (const [fault, cut] of Object.entries(faults)) {
  const measured: number[] = [];
  for (let trial = 0; trial < trials; trial += 1) measured.push(await runTrial(cut, `${fault} ${trial}`));
  decelerationMS[fault] = summarise(measured);
}
await watcher.close();
await controller.stop();

const holds = Object.values(decelerationMS).every(({ worst }) => (worst ?? Number.POSITIVE_INFINITY) <= limitMS);
console.log(JSON.stringify({ row: 'R8', holds, trials, limitMS, decelerationMS, bareTimerLagMs: lag() }));
process.exit(holds ? 0 : 1);
