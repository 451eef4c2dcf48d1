// Asks /health/live of the address in its argument ten times a second until standard input ends, then prints the slowest answer
// and the largest lag of its own timers, ms, as JSON. A process of its own: what floods a cell is late itself. Prints an empty
// line when it begins.
import { watchTimerLag } from '../soak/controller/rig.ts';

const address = `${process.argv[2]}/health/live`;
const failures: string[] = [];
let answers = 0;
let worstMS = 0;

async function ask(): Promise<void> {
  const startedAt = performance.now();
  try {
    const response = await fetch(address);
    // A body that is not read keeps its connection.
    await response.text();
    answers += 1;
    worstMS = Math.max(worstMS, performance.now() - startedAt);
    if (!response.ok) failures.push(`status ${response.status}`);
  } catch (error) {
    failures.push(error instanceof Error ? error.message : String(error));
  }
}

// The first request of a process loads what the others use.
await ask();
answers = worstMS = failures.length = 0;
const lag = watchTimerLag();
process.stdout.write('\n');
const timer = setInterval(() => void ask(), 100);
process.stdin.resume().once('end', () => {
  clearInterval(timer);
  process.stdout.write(JSON.stringify({ answers, worstMS, failures: failures.slice(0, 10), ownLagMS: lag().worst }));
});
