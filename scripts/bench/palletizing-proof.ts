/**
 * Measures the proof of the example palletizing.json, as JSON: 108 boxes of two types on two pallets, stacked and
 * unstacked, proved from the command line in a cell as shipped. `npx turbo run build && npx tsx
 * scripts/bench/palletizing-proof.ts`
 */

import { join } from 'node:path';
import { proofReportSchema } from '@cellwright/domain/run';
import { addDevice } from '../../services/cell/e2e/devices.fixture.ts';
import { examples, makeDataPath, startCell } from '../../services/cell/e2e/harness.ts';
import { switchOn } from '../../services/cell/e2e/switch-on.fixture.ts';

/** Maximum time of the proof on this machine, s. */
const limitSeconds = 10;
const times = Number(process.argv[2] ?? 3);

const data = makeDataPath();
const cell = await startCell('compact', data.path);
await addDevice(cell, 'OnRobotVG');
await switchOn(cell);
const taken: { readonly computedSeconds: number; readonly commandSeconds: number }[] = [];
let isProved = true;
let totals = {};
for (let round = 0; round < times; round += 1) {
  const startedAt = performance.now();
  const { stdout } = await cell.runCli('routine', ['prove', join(examples, 'palletizing.json'), '--json']);
  const commandSeconds = Number(((performance.now() - startedAt) / 1000).toFixed(2));
  const report = proofReportSchema.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
  taken.push({ computedSeconds: Number(report.computedSeconds.toFixed(2)), commandSeconds });
  isProved &&= report.outcome === 'completed' && report.findings.length === 0;
  totals = report.totals;
}
await cell.stop();
data.remove();
// Other load on the machine only adds time.
const least = Math.min(...taken.map(({ commandSeconds }) => commandSeconds));
process.stdout.write(`${JSON.stringify({ isProved, taken, least, limitSeconds, totals }, undefined, 2)}\n`);
process.exit(isProved && least <= limitSeconds ? 0 : 1);
