// Measures the gateway's cost of 1,000 clients of the runner socket at 30 Hz, and that of a bare ws fan-out of the same
// bytes. Prints JSON. Usage: npx tsx scripts/bench/frame-fanout.ts [clients]
import { compareFanOut } from './fan-out/compare.ts';

console.log(JSON.stringify(await compareFanOut('frame', { count: 90, intervalMS: 1000 / 30 }, 1.3), null, 2));
