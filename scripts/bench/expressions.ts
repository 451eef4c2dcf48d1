// Measures the duration of expressions as seen by the runner, and the memory of their idle processes. Prints JSON.
// Linux only: it reads /proc. Usage: npx tsx scripts/bench/expressions.ts [count]
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { createScripts } from '../../services/routine-runner/src/scripts/script-runner.ts';

const count = Number(process.argv[2] ?? 500);
const goals = { p95MS: 5 };
const languages = ['JavaScript', 'Python'] as const;
const values = { variables: [['count', 4] as const], steps: [], io: [] };
/** Between two evaluations the next interpreter is created, as between those of a routine, ms. */
const pauseMS = 20;

const scripts = createScripts({ isPythonOn: async () => true });
const runner = scripts.forRobot('simulated');
const processesBefore = childrenOf(process.pid).length;
const results: Record<string, { readonly p50MS: number; readonly p95MS: number; readonly met: boolean }> = {};
for (const language of languages) {
  await runner.prepare?.(language);
  const times: number[] = [];
  for (let done = 0; done < count; done += 1) {
    const begunAt = performance.now();
    const evaluation = await runner.run({ language, source: 'variables.count + 1', values });
    times.push(performance.now() - begunAt);
    if (!evaluation.ok) throw new Error(evaluation.message);
    await delay(pauseMS);
  }
  times.sort((one, other) => one - other);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? Number.NaN;
  results[language] = { p50MS: at(0.5), p95MS: at(0.95), met: at(0.95) <= goals.p95MS };
}
const processes = childrenOf(process.pid).map((pid) => ({ pid, pssMiB: pssOf(pid) / 1024 }));
console.log(JSON.stringify({ count, goals, ...results, processesBefore, processes }, null, 2));
await scripts.close();

function childrenOf(pid: number): number[] {
  try {
    const listed = execFileSync('pgrep', ['-P', String(pid), '-f', 'script-process'], { encoding: 'utf8' });
    return listed.split('\n').filter(Boolean).map(Number);
  } catch {
    // It found none.
    return [];
  }
}

/** Returns the proportional share of memory, kB. */
function pssOf(pid: number): number {
  return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]);
}
