/** The process of one dry run: gets a job from its parent, answers, and exits. */

import { ProductError } from '@cellwright/domain/basics';
import { routineTestMessages } from '@cellwright/domain/routine';
import { createMetrics, readPackageFolders, systemClock } from '@cellwright/service-kit';
import { lowerThreadPriority } from '@cellwright/service-kit/priority';
import { loadKindPackages } from '@cellwright/steps/packaged';
import { createCodeProcesses } from '../code-blocks/code-processes.ts';
import type { LoadedProgram } from '../domain/cell.ts';
import { createFeatures } from '../features.ts';
import { connectEquipment } from '../rpc/cell-devices.ts';
import { connectLibrary } from '../rpc/library-programs.ts';
import { createScripts } from '../scripts/script-runner.ts';
import { answerStack } from './answer-stack.ts';
import type { AnyJob, ProofAnswer, ProofSubject } from './proof-job.ts';
import { prove } from './prove.ts';
import { runTests } from './run-tests.ts';

lowerThreadPriority();
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

process.once('message', (job: AnyJob) => void answer(job));
// A parent that has exited needs no response.
process.once('disconnect', () => process.exit(0));

async function answer(job: AnyJob): Promise<void> {
  const said = await carryOut(job).catch(explain);
  process.send?.(said, () => process.exit(0));
}

async function carryOut(job: AnyJob): Promise<ProofAnswer> {
  const { addresses, proofs, hasDeveloperAPI, arm, facts } = job;
  loadKindPackages(readPackageFolders(job.packagesPath));
  const metrics = createMetrics({ defaults: false });
  const devices = connectEquipment(addresses.equipment, proofs, metrics, log);
  if (job.wanted === 'stack') {
    const equipment = await devices.listRecords();
    const measure = () => performance.now();
    return { ok: true, report: await answerStack(job.question, { arm, facts, equipment, measure }) };
  }
  const library = connectLibrary(addresses.library, proofs, metrics);
  const features = createFeatures({ listOn: library.listFeaturesOn, clock: systemClock, log });
  const [program, equipment] = await Promise.all([loadFrom(library, job.subject), devices.listRecords()]);
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

async function loadFrom(
  { programs, loadFile }: ReturnType<typeof connectLibrary>,
  subject: ProofSubject,
): Promise<LoadedProgram> {
  const { signal } = new AbortController();
  if (subject.kind === 'file') return loadFile(subject.json, signal);
  const loaded = await programs.load(subject.routineID, 0, signal);
  if (loaded.ok) return loaded.value;
  throw new ProductError(loaded.refusal.code, loaded.refusal.message, loaded.refusal.details);
}

function explain(error: unknown): ProofAnswer {
  if (error instanceof ProductError) return { ok: false, code: error.code, message: error.message };
  return { ok: false, code: 'unavailable', message: error instanceof Error ? error.message : String(error) };
}
