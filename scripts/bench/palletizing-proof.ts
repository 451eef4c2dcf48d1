/**
 * What the proof of the example palletizing.json costs, as JSON: 108 boxes of two types on two pallets, stacked and unstacked,
 * proved in this process. `npx tsx scripts/bench/palletizing-proof.ts`
 */

import {
  compileFile,
  deviceOf,
  gripperRecord,
  proveHere,
  readExample,
} from '../../services/routine-runner/src/proof/proof.fixture.ts';

/** Seconds of this machine that the proof may take. */
const limitSeconds = 10;

const program = compileFile(readExample('palletizing.json'));
const equipment = [gripperRecord, deviceOf('OnRobotVG', 'equipment_vacuum')];
const before = process.cpuUsage();
const { totals, outcome, findings, computedSeconds } = await proveHere(program, { equipment });
const { user, system } = process.cpuUsage(before);
const result = {
  outcome,
  findings: findings.length,
  routineSeconds: Number(totals.durationSeconds.toFixed(1)),
  computedSeconds: Number(computedSeconds.toFixed(2)),
  processorSeconds: Number(((user + system) / 1e6).toFixed(2)),
  limitSeconds,
  plans: totals.planCount,
  reusedPlans: totals.reusedPlanCount,
};
process.stdout.write(`${JSON.stringify(result, undefined, 2)}\n`);
// On a machine that others use, too, only the processor's time is the product's.
process.exit(Math.min(computedSeconds, result.processorSeconds) <= limitSeconds && outcome === 'completed' ? 0 : 1);
