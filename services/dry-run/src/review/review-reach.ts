import type { ProofFinding } from '@cellwright/domain/run';
import { proofMessages } from '@cellwright/domain/runner-socket';
import { findStepContract } from '@cellwright/steps/contracts';
import type { ProgramStep } from '@cellwright/steps/framework';
import type { Findings } from './findings.ts';
import type { DataFlow } from './outside.ts';

export interface ReachParts {
  readonly steps: readonly ProgramStep[];
  readonly flow: DataFlow;
  readonly findings: Findings;
  readonly playCount: (stepID: string) => number;
}

/** Reports branches, questions, targets and steps of a completed routine that were never reached. */
export function reviewReach(parts: ReachParts): void {
  const { steps, flow, playCount } = parts;
  const byID = new Map(steps.map((step) => [step.id, step]));
  const disabled = new Set<string>();
  for (const { id, parentID, isDisabled } of steps) {
    if (isDisabled || (parentID !== null && disabled.has(parentID))) disabled.add(id);
  }
  /** The outermost step above that was not reached either decides; undefined for a step that was. */
  const regionOf = (step: ProgramStep): ProgramStep | undefined => {
    if (playCount(step.id) > 0) return undefined;
    const parent = step.parentID === null ? undefined : byID.get(step.parentID);
    return (parent && regionOf(parent)) ?? step;
  };
  const told = new Set<string>();
  for (const step of steps) {
    if (disabled.has(step.id)) continue;
    const region = regionOf(step);
    if (!region) continue;
    const parent = region.parentID === null ? undefined : byID.get(region.parentID);
    const isOutside = parent !== undefined && dependsOnOutside(parent, steps, flow);
    const place = parent?.id ?? '';
    if (!told.has(place)) tellRegion(parts, region, parent, isOutside);
    told.add(place);
    tellStep(parts, step, isOutside);
  }
}

function tellRegion(
  { findings, steps }: ReachParts,
  region: ProgramStep,
  parent: ProgramStep | undefined,
  isOutside: boolean,
): void {
  if (parent && findStepContract(parent.stepKind)?.branches) {
    const message = isOutside ? proofMessages.branchDependsOnOutside() : proofMessages.branchNeverReached();
    findings.say('branchNeverReached', parent, message, { severity: severityOf(isOutside) });
    return;
  }
  // Steps after an endless loop are reported at the loop.
  const before = steps.filter(({ parentID, path }) => parentID === region.parentID && path !== region.path);
  if (before.some(({ id }) => findings.has('endlessLoop', id))) return;
  findings.say('stepNeverReached', region, proofMessages.stepNeverReached(), { severity: severityOf(isOutside) });
}

function tellStep({ findings }: ReachParts, step: ProgramStep, isOutside: boolean): void {
  const contract = findStepContract(step.stepKind);
  if (contract?.asksOperator) {
    const message = isOutside ? proofMessages.promptDependsOnOutside() : proofMessages.promptNeverReached();
    findings.say('promptNeverReached', step, message, { severity: severityOf(isOutside) });
  }
  if (contract?.hasComputedTarget?.(step.args)) {
    const severity = severityOf(isOutside);
    findings.say('targetNeverReached', step, proofMessages.targetNeverReached(), { severity });
  }
}

/** True if a branch or a loop, or an earlier case of the same branch, depends on data from outside. */
function dependsOnOutside(step: ProgramStep, steps: readonly ProgramStep[], flow: DataFlow): boolean {
  if (flow.dependsOnOutside(step.id)) return true;
  if (!findStepContract(step.stepKind)?.branches?.continuesPrevious(step.args)) return false;
  const siblings = steps.filter(({ parentID, isDisabled }) => parentID === step.parentID && !isDisabled);
  const before = siblings[siblings.findIndex(({ id }) => id === step.id) - 1];
  return before !== undefined && dependsOnOutside(before, steps, flow);
}

function severityOf(isOutside: boolean): ProofFinding['severity'] {
  return isOutside ? 'note' : 'warning';
}
