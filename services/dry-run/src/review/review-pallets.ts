import type { PalletReport, StackProblem } from '@cellwright/domain/pallet';
import type { Position } from '@cellwright/domain/robot';
import type { ProofFindingKind } from '@cellwright/domain/run';
import { proofMessages } from '@cellwright/domain/runner-socket';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import { commandedCapabilities, isCommandedCapability } from '@cellwright/equipment/capabilities';
import type { LoadedProgram } from '@cellwright/routine-runner/simulation';
import { findStepContract } from '@cellwright/steps/contracts';
import type { ProgramStep } from '@cellwright/steps/framework';
import { createStackProver, type StackParts } from '../pallets/prove-stack.ts';
import { placeKey } from '../play/run-recorder.ts';
import type { Findings } from './findings.ts';

/** Time limit for the check of all stacks of a routine, in ms of this machine; unchecked ones are reported. */
const longestReviewMS = 5000;

interface ReviewParts extends StackParts {
  readonly program: LoadedProgram;
}

/** A pallet that is a target of steps of the routine. */
interface UsedStack {
  /** The first of these steps. */
  readonly step: ProgramStep;
  readonly boxes: SpaceItemOf<'palletBoxes'>;
  readonly palletBaseID: string;
  readonly tcpOption: string;
  readonly isApproached: boolean;
}

/**
 * Reports boxes that cannot be placed on the pallets of a routine, also those that were not played. If a lift moves the
 * arm, the position for each box is known only from playing. @param reached positions of the arm while the routine was
 * played
 */
export async function reviewPallets(
  parts: ReviewParts,
  reached: ReadonlySet<string>,
  findings: Findings,
): Promise<void> {
  const steps = enabledSteps(parts.program.program.steps);
  if (steps.some(movesBase)) return;
  const items = new Map(parts.program.spaceItems.map((item) => [item.id, item]));
  const find = (id: string) => items.get(id);
  const stacks = findStacks(steps, find);
  if (stacks.length === 0) return;
  const until = parts.measure() + longestReviewMS;
  const prover = await createStackProver(parts);
  const shown = findShown(steps);
  for (const { step, palletBaseID, ...stack } of stacks) {
    // Boxes that the routine shows when placed were obstacles for the next ones.
    const isStacked = shown.has(stack.boxes.id);
    const isKnown = ({ pose }: Position) => isStacked && pose !== undefined && reached.has(placeKey(pose));
    for (const report of await prover.prove({ ...stack, palletBaseIDs: [palletBaseID], find, isKnown, until })) {
      tell(findings, step, report);
    }
  }
}

function enabledSteps(steps: readonly ProgramStep[]): ProgramStep[] {
  const disabled = new Set<string>();
  return steps.filter(({ id, parentID, isDisabled }) => {
    if (isDisabled || (parentID !== null && disabled.has(parentID))) disabled.add(id);
    return !disabled.has(id);
  });
}

/** The boxes that steps show. */
function findShown(steps: readonly ProgramStep[]): ReadonlySet<string> {
  return new Set(steps.flatMap(({ stepKind, args }) => findStepContract(stepKind)?.showsSpaceItem?.(args) ?? []));
}

/** True if a step moves the base of the arm. */
function movesBase({ stepKind }: ProgramStep): boolean {
  const { requires = [] } = findStepContract(stepKind) ?? {};
  return requires.some(
    (capability) => isCommandedCapability(capability) && commandedCapabilities[capability].movesBase,
  );
}

function findStacks(steps: readonly ProgramStep[], find: (id: string) => SpaceItem | undefined): UsedStack[] {
  const stacks = new Map<string, UsedStack>();
  for (const step of steps) {
    const use = findStepContract(step.stepKind)?.palletUse?.(step.args);
    const boxes = use && find(use.boxesID);
    if (!use || boxes?.kind !== 'palletBoxes') continue;
    const { boxesID, palletBaseID, tcpOption, isApproach } = use;
    const key = JSON.stringify([boxesID, palletBaseID]);
    const known = stacks.get(key) ?? { step, boxes, palletBaseID, tcpOption, isApproached: false };
    stacks.set(key, { ...known, isApproached: known.isApproached || isApproach });
  }
  return [...stacks.values()];
}

/** Adds a finding. A problem found before the play has prevented it. */
function tell(findings: Findings, step: ProgramStep, { name, boxCount, judgedCount, problems }: PalletReport): void {
  const kinds = ['outOfReach', 'cannotBePlaced'] as const;
  for (const kind of kinds) {
    const found = problems.filter((problem) => problem.kind === kind);
    const [first] = found;
    if (first)
      addBoxFinding(findings, step, kind, { count: found.length, total: boxCount, pallet: name, first: first.message });
  }
  if (judgedCount < boxCount) {
    const message = proofMessages.boxesNotJudged(judgedCount, boxCount, name);
    findings.say('boundReached', step, message, { severity: 'note' });
  }
}

const findingOf = {
  outOfReach: 'boxOutOfReach',
  cannotBePlaced: 'boxCannotBePlaced',
} as const satisfies Partial<Record<StackProblem['kind'], ProofFindingKind>>;

function addBoxFinding(
  findings: Findings,
  step: ProgramStep,
  kind: keyof typeof findingOf,
  boxes: Parameters<(typeof proofMessages)['boxOutOfReach']>[0],
): void {
  const finding = findingOf[kind];
  findings.say(finding, step, proofMessages[finding](boxes), {
    values: [{ name: 'boxes', value: boxes.count, unit: '' }],
  });
}
