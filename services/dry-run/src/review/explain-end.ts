import type { Failure } from '@cellwright/domain/robot';
import type { ProofFinding, ProofFindingKind, ProofOptions } from '@cellwright/domain/run';
import { proofMessages } from '@cellwright/domain/runner-socket';
import type { PlanFailure } from '@cellwright/routine-runner/simulation';
import type { EngineResult } from '@cellwright/steps/engine';
import type { ProgramStep } from '@cellwright/steps/framework';
import { failureOf } from '../play/proof-planner.ts';
import type { RunRecorder } from '../play/run-recorder.ts';
import type { Findings } from './findings.ts';

/** Maximum wait of a step for something outside, s. */
export const longestWaitForOutside = 600;

type Failed = Extract<EngineResult, { kind: 'failed' }>;
type PlanKind = 'unreachableTarget' | 'collision' | 'jointLimit' | 'singularity' | 'planningFailed';

export interface EndParts {
  readonly recorder: RunRecorder;
  readonly failure: Failure | null;
  readonly findings: Findings;
  readonly options: ProofOptions;
}

/** Adds why a routine did not complete, and returns these findings. */
export function explainEnd(parts: EndParts): readonly ProofFinding[] {
  const { length } = parts.findings.all;
  addReasons(parts);
  return parts.findings.all.slice(length);
}

function addReasons({ recorder, failure, findings, options }: EndParts): void {
  const { endedBecause, endedIn, result } = recorder;
  if (endedBecause === 'boundReached') findings.add('boundReached', endedIn, [options.maxSeconds]);
  if (endedBecause === 'waitsForOutside') findings.add('waitsForOutside', endedIn, [longestWaitForOutside]);
  if (endedBecause !== undefined) return;
  if (result?.kind === 'failed') explainStep(result, recorder, findings);
  else if (failure) {
    const place = failure.stepID === undefined ? undefined : { id: failure.stepID, path: failure.stepPath ?? '' };
    findings.add('stepFailed', place, [`${failure.kind}: ${failure.reason}`]);
  }
}

function explainStep(result: Failed, recorder: RunRecorder, findings: Findings): void {
  const { failure, message, detail, step } = result;
  const reason = detail === undefined ? message : `${message}: ${detail}`;
  const { lastPlan } = recorder;
  const planFailure = lastPlan && failureOf(lastPlan.plan.result);
  if (planFailure && [lastPlan.moverID, ...lastPlan.stepIDs].includes(step.id)) {
    const kind = kindOf(planFailure);
    const place = placeOf(planFailure, lastPlan.stepIDs, recorder.steps) ?? step;
    findings.say(kind, place, proofMessages[kind](planFailure.message));
    return;
  }
  if (failure === 'GripperFailure') {
    if (!findings.has('gripperImpossible', step.id)) findings.add('gripperImpossible', step, [reason]);
    return;
  }
  const kind: ProofFindingKind & ('timeLimitExceeded' | 'faultRaised' | 'stepFailed') =
    failure === 'StepPlayFailure'
      ? 'timeLimitExceeded'
      : failure === 'TriggerFaultFailure'
        ? 'faultRaised'
        : 'stepFailed';
  findings.add(kind, step, [reason]);
}

function kindOf({ kind, message, isUnreachable }: PlanFailure): PlanKind {
  if (isUnreachable) return 'unreachableTarget';
  if (kind === 'CollisionFailure') return 'collision';
  if (kind === 'JointLimitFailure') return 'jointLimit';
  return /singular/i.test(message) ? 'singularity' : 'planningFailed';
}

/** The affected waypoint, if the planner names it. */
function placeOf(
  { targetIndex }: PlanFailure,
  stepIDs: readonly string[],
  steps: readonly ProgramStep[],
): ProgramStep | undefined {
  if (targetIndex === undefined) return undefined;
  return steps.find(({ id }) => id === stepIDs[targetIndex]);
}
