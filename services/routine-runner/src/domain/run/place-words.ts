import type { VariableValue } from '@cellwright/domain/basics';
import { countRounds, type LoopAround, type LoopRound, type PlaceStep } from '@cellwright/domain/run';
import { findStepContract } from '@cellwright/steps/contracts';
import { mainThread, type Place, type Program } from '@cellwright/steps/engine';
import type { ProgramStep } from '@cellwright/steps/framework';

/** Returns a variable of a step, if it has it. */
export type ReadVariable = (stepID: string, name: string) => VariableValue | undefined;

/** Describes places of a program: by step, and by the rounds of the loops around it. */
export class PlaceWords {
  private readonly byID: ReadonlyMap<string, ProgramStep>;
  /** Count of the enabled steps directly inside each step. */
  private readonly childCounts = new Map<string, number>();

  constructor({ steps }: Pick<Program, 'steps'>) {
    this.byID = new Map(steps.map((step) => [step.id, step]));
    for (const { parentID, isDisabled } of steps) {
      if (parentID !== null && !isDisabled) this.childCounts.set(parentID, (this.childCounts.get(parentID) ?? 0) + 1);
    }
  }

  /** Returns where the routine's own thread is; null before its first step. */
  describeMain(places: readonly Place[], read: ReadVariable): PlaceStep | null {
    const main = places.find(({ thread }) => thread === mainThread);
    const step = main && this.byID.get(main.stepID);
    if (!step) return null;
    const { id: stepID, path: stepPath, stepKind } = step;
    const round = countRounds(this.loopsAround(main.when === 'inside' ? stepID : step.parentID, read));
    return { stepID, stepPath, stepKind, name: this.nameOf(step), isDone: main.when === 'after', round };
  }

  /** Returns a step with the rounds in which the loops around it are, outermost first. */
  describeStep(stepID: string, read: ReadVariable) {
    const step = this.byID.get(stepID);
    if (!step) return undefined;
    const rounds = this.countedLoops(step.parentID, read).map(
      ({ loop, round }): LoopRound => ({ stepPath: loop.path, round }),
    );
    return { stepID, stepPath: step.path, stepKind: step.stepKind, rounds };
  }

  private nameOf({ description, parentID }: ProgramStep): string | null {
    if (description) return description;
    const parent = parentID === null ? undefined : this.byID.get(parentID);
    const isPart = parent && findStepContract(parent.stepKind)?.children.allowedKinds !== undefined;
    return (isPart && parent.description) || null;
  }

  private loopsAround(innermostID: string | null, read: ReadVariable): LoopAround[] {
    const loops = this.countedLoops(innermostID, read);
    return loops.map(({ loop, round }, index) => ({
      round,
      times: typeof loop.args.times === 'number' ? loop.args.times : null,
      hasOnlyNext: loops[index + 1]?.loop.parentID === loop.id && this.childCounts.get(loop.id) === 1,
    }));
  }

  private countedLoops(
    innermostID: string | null,
    read: ReadVariable,
  ): { readonly loop: ProgramStep; readonly round: number }[] {
    const loops = [];
    for (let around = innermostID; around !== null; ) {
      const outer = this.byID.get(around);
      const completed = read(around, 'completedCount');
      if (outer?.stepKind === 'Loop' && typeof completed === 'number') {
        loops.unshift({ loop: outer, round: completed + 1 });
      }
      around = outer?.parentID ?? null;
    }
    return loops;
  }
}
