/** The process of one dry run: gets a job from its parent, answers, and exits. */

import { ProductError } from '@cellwright/domain/basics';
import { routineTestMessages } from '@cellwright/domain/routine';
import {
  createCodeProcesses,
  createFeatures,
  createScripts,
  robotFactsSchema,
} from '@cellwright/routine-runner/simulation';
import { createMetrics, readPackageFolders, systemClock } from '@cellwright/service-kit';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { answerStack } from '../pallets/answer-stack.ts';
import { prove } from '../prove/prove.ts';
import { runTests } from '../prove/run-tests.ts';
import { connectCellData } from '../rpc/cell-data.ts';
import type { AnyJob, ProofAnswer } from './proof-job.ts';

lowerThreadPriority();
const log = { warn: () => undefined };

process.once('message', (job: AnyJob) => void answer(job));
// A parent that has exited needs no response.
process.once('disconnect', () => process.exit(0));

async function answer(job: AnyJob): Promise<void> {
  const said = await carryOut(job).catch(explain);
  process.send?.(said, () => process.exit(0));
}

async function carryOut(job: AnyJob): Promise<ProofAnswer> {
  const { addresses, proofs, hasDeveloperAPI, arm } = job;
  loadKindPackages(readPackageFolders(job.packagesPath));
  const facts = robotFactsSchema.parse(JSON.parse(Buffer.from(job.facts).toString('utf8')));
  const cell = connectCellData({ addresses, proofs, metrics: createMetrics({ defaults: false }) });
  if (job.wanted === 'stack') {
    const equipment = await cell.listRecords();
    const measure = () => performance.now();
    return { ok: true, report: await answerStack(job.question, { arm, facts, equipment, measure }) };
  }
  const features = createFeatures({ listOn: cell.listFeaturesOn, clock: systemClock, log });
  const [program, equipment] = await Promise.all([cell.load(job.subject), cell.listRecords()]);
  const parts = {
    arm,
    facts,
    program,
    equipment,
    scripts: createScripts({ isPythonOn: () => features.isOn('pythonExpressions') }).forRobot('simulated'),
    codeRunner: hasDeveloperAPI ? createCodeProcesses() : undefined,
    startedAt: new Date(),
    measure: () => performance.now(),
  };
  if (job.wanted === 'proof') return { ok: true, report: await prove({ ...parts, options: job.options }) };
  const { tests = [] } = program;
  if (tests.length === 0) throw new ProductError('request_failed_validation', routineTestMessages.noTests);
  return { ok: true, report: await runTests({ ...parts, robotKind: job.robotKind }, tests) };
}

function explain(error: unknown): ProofAnswer {
  if (error instanceof ProductError) return { ok: false, code: error.code, message: error.message };
  return { ok: false, code: 'unavailable', message: error instanceof Error ? error.message : String(error) };
}
