// R6: random sequences of plays, pauses, stops, recoveries, jogs, failures and late commands against a session in memory.
// No motion after an acknowledged stop, and the state machine never leaves its diagram. Prints JSON, exits with 1 when
// a sequence breaks a promise. Usage: tsx scripts/soak/r6-stop-sequences.ts [sequences] [seed]
import { stopProperty } from '@cellwright/routine-runner/testing';
import fc from 'fast-check';

const numRuns = Number(process.argv[2] ?? 10_000);
const seed = Number(process.argv[3] ?? Date.now() % 2 ** 31);
const result = await fc.check(stopProperty, { numRuns, seed });
const { failed, numRuns: tried, counterexample } = result;
process.stdout.write(
  `${JSON.stringify({ row: 'R6', holds: !failed, sequences: tried, seed, counterexample }, null, 2)}\n`,
);
if (failed) process.stderr.write(`${fc.defaultReportMessage(result) ?? ''}\n`);
process.exit(failed ? 1 : 0);
