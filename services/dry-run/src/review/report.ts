import type { ProofReport, ProofStep } from '@cellwright/domain/run';
import type { Program } from '@cellwright/steps/engine';
import type { createProofCell } from '../play/proof-cell.ts';
import type { RunRecorder } from '../play/run-recorder.ts';
import { timesFrom } from '../play/step-times.ts';
import type { Findings } from './findings.ts';

type Head = Pick<ProofReport, 'routineID' | 'routineVersion' | 'routineName' | 'findings' | 'computedSeconds'>;

export interface RunDescription {
  readonly program: Program;
  readonly findings: Findings;
  readonly recorder: RunRecorder;
  readonly cell: ReturnType<typeof createProofCell>;
  readonly outcome: ProofReport['outcome'];
  /** From the first step to the end, of the run's own time. */
  readonly durationMS: number;
}

/** Not played. */
export function emptyReport(program: Program, findings: Findings): ProofReport {
  return {
    ...headOf(program, findings),
    outcome: 'notPlayed',
    steps: [],
    totals: {
      ...timesFrom(0, 0, 0, 0),
      cycleTimeSeconds: null,
      cycleCount: 0,
      distanceMeters: 0,
      leastClearance: null,
      planCount: 0,
      reusedPlanCount: 0,
    },
  };
}

export function describeRun(run: RunDescription): ProofReport {
  const { program, findings, recorder, cell, outcome, durationMS } = run;
  const steps = program.steps.map((step): ProofStep => {
    const { id, path, stepKind } = step;
    return {
      stepID: id,
      stepPath: path,
      stepKind,
      playCount: recorder.times.playCount(id),
      ...recorder.times.timesOf(id),
      motion: recorder.motions.describe(id),
    };
  });
  const { planCount, reusedCount } = cell.planner;
  const { run: played } = cell.session.core.store.state;
  return {
    ...headOf(program, findings),
    outcome,
    steps,
    totals: {
      ...totalTimes(program, recorder, durationMS),
      cycleTimeSeconds: outcome === 'completed' ? (played?.cycleTimeSeconds ?? null) : null,
      cycleCount: recorder.cycleCount,
      distanceMeters: played?.distanceMeters ?? 0,
      leastClearance: findMinClearance(steps),
      planCount,
      reusedPlanCount: reusedCount,
    },
  };
}

function headOf({ routineID, version, name }: Program, findings: Findings): Head {
  return {
    routineID,
    routineVersion: version,
    routineName: name,
    findings: findings.all,
    computedSeconds: 0,
  };
}

/** The steps at the root have the time of those inside them. */
function totalTimes({ steps }: Program, { times }: RunRecorder, durationMS: number) {
  const roots = steps.filter(({ parentID }) => parentID === null).map(({ id }) => times.timesOf(id));
  const sum = (pick: (of: (typeof roots)[number]) => number) => roots.reduce((total, of) => total + pick(of), 0) * 1000;
  return timesFrom(
    durationMS,
    sum(({ planningSeconds }) => planningSeconds),
    sum(({ movingSeconds }) => movingSeconds),
    sum(({ deviceSeconds }) => deviceSeconds),
  );
}

function findMinClearance(steps: readonly ProofStep[]): ProofReport['totals']['leastClearance'] {
  const [least] = steps
    .flatMap(({ stepID, motion }) => (motion?.leastClearance ? [{ ...motion.leastClearance, stepID }] : []))
    .sort((one, other) => one.meters - other.meters);
  return least ?? null;
}
