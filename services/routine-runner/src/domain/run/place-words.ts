import type { VariableValue } from '@cellwright/domain/basics';
import { commonBoxName } from '@cellwright/domain/pallet';
import { countRounds, type LoopAround, type LoopRound, type PlaceRound, type PlaceStep } from '@cellwright/domain/run';
import type { SpaceItem } from '@cellwright/domain/space';
import { findBoxesOfRounds, findStepContract } from '@cellwright/steps/contracts';
import { mainThread, type Place, type Program } from '@cellwright/steps/engine';
import type { ProgramStep } from '@cellwright/steps/framework';

/** Returns a variable of a step, if it has it. */
export type ReadVariable = (stepID: string, name: string) => VariableValue | undefined;

/** A loop around a step, and its round from 1. */
interface CountedLoop {
  readonly loop: ProgramStep;
  readonly round: number;
}

/** Describes places of a program: by step, and by the rounds of the loops around it. */
export class PlaceWords {
  private readonly byID: ReadonlyMap<string, ProgramStep>;
  /** Count of the enabled steps directly inside each step. */
  private readonly childCounts = new Map<string, number>();
  /** Ids of the boxes of which each round of a loop concerns one, by the loop. */
  private readonly boxesByLoop = new Map<string, string>();
  private readonly spaceItems: ReadonlyMap<string, SpaceItem>;

  constructor({ steps }: Pick<Program, 'steps'>, spaceItems: ReadonlyMap<string, SpaceItem> = new Map()) {
    this.spaceItems = spaceItems;
    this.byID = new Map(steps.map((step) => [step.id, step]));
    for (const { parentID, isDisabled, stepKind, args } of steps) {
      // The arguments of a disabled step may be invalid.
      if (isDisabled) continue;
      if (parentID !== null) this.childCounts.set(parentID, (this.childCounts.get(parentID) ?? 0) + 1);
      const boxes = findBoxesOfRounds(stepKind, args);
      if (boxes) this.boxesByLoop.set(boxes.loopID, boxes.boxesID);
    }
  }

  /** Returns where the routine's own thread is; null before its first step. */
  describeMain(places: readonly Place[], read: ReadVariable): PlaceStep | null {
    const main = places.find(({ thread }) => thread === mainThread);
    const step = main && this.byID.get(main.stepID);
    if (!step) return null;
    const { id: stepID, path: stepPath, stepKind } = step;
    const round = this.describeRound(main.when === 'inside' ? stepID : step.parentID, read);
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

  private describeRound(innermostID: string | null, read: ReadVariable): PlaceRound | null {
    const loops = this.countedLoops(innermostID, read);
    const round = countRounds(this.describeLoops(loops));
    const boxes = this.spaceItems.get(this.boxesByLoop.get(loops.at(-1)?.loop.id ?? '') ?? '');
    const object = boxes?.kind === 'palletBoxes' ? commonBoxName(boxes) : undefined;
    return round && { ...round, ...(object !== undefined && { object }) };
  }

  private describeLoops(loops: readonly CountedLoop[]): LoopAround[] {
    return loops.map(({ loop, round }, index) => ({
      round,
      times: typeof loop.args.times === 'number' ? loop.args.times : null,
      hasOnlyNext: loops[index + 1]?.loop.parentID === loop.id && this.childCounts.get(loop.id) === 1,
    }));
  }

  private countedLoops(innermostID: string | null, read: ReadVariable): CountedLoop[] {
    const loops: CountedLoop[] = [];
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
