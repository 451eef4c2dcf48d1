// Measures a cell at rest: memory (summed PSS) and processor time of all its processes, started like `npm start`.
// Prints JSON. Linux only: it reads /proc. Usage: npx tsx scripts/bench/rest.ts [seconds]
import { setTimeout as delay } from 'node:timers/promises';
import { makeTestDataFolder, startProduct } from '@cellwright/testkit';
import { nameOf, pssOf, ticksOf, ticksPerSecond, treeOf } from './process-tree.ts';

const seconds = Number(process.argv[2] ?? 30);
/** Compilation and garbage collection continue for half a minute after the start. */
const settleSeconds = 40;
const goals = { pssMiB: 320, cpuPercent: 5 };

const data = makeTestDataFolder({ prefix: 'cellwright-rest-' });
const cell = await startProduct(process.cwd(), data.path);
const root = cell.child.pid ?? 0;
try {
  await delay(settleSeconds * 1000);
  const before = new Map(treeOf(root).map((pid) => [pid, ticksOf(pid)]));
  await delay(seconds * 1000);
  const processes = treeOf(root).map((pid) => {
    const ticks = ticksOf(pid) - (before.get(pid) ?? 0);
    return {
      pid,
      name: nameOf(pid),
      pssMiB: pssOf(pid) / 1024,
      cpuPercent: (ticks / ticksPerSecond / seconds) * 100,
    };
  });
  const cpuPercent = processes.reduce((sum, process) => sum + process.cpuPercent, 0);
  const pssMiB = processes.reduce((sum, process) => sum + process.pssMiB, 0);
  const met = { pss: pssMiB <= goals.pssMiB, cpu: cpuPercent <= goals.cpuPercent };
  console.log(JSON.stringify({ seconds, pssMiB, cpuPercent, goals, met, processes }, null, 2));
} finally {
  await cell.stop();
  data.remove();
}
