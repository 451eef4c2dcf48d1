import { commonBoxName } from '@cellwright/domain/pallet';
import type { Routine, TreeEntry } from '@cellwright/domain/routine';
import { countRounds, type LoopAround, type PlaceRound } from '@cellwright/domain/run';
import type { SpaceItem } from '@cellwright/domain/space';
import { findBoxesOfRounds, findStepContract } from '@cellwright/steps/contracts';
import { argsOf, findEntry, indexSteps } from '../../parts/step-index.ts';

/** Returns the loops of which each iteration concerns one box, with the boxes. */
function findBoxLoops(routine: Routine) {
  return [...indexSteps(routine.steps).values()].flatMap(({ step }) => {
    const args = step.isDisabled
      ? undefined
      : findStepContract(step.stepKind)?.args.safeParse(argsOf(routine, step.id));
    return (args?.success && findBoxesOfRounds(step.stepKind, args.data)) || [];
  });
}

/** True if iterations of a loop concern boxes that the routine itself does not contain: they are those of the cell. */
export function usesBoxesOfCell(routine: Routine): boolean {
  return findBoxLoops(routine).some(({ boxesID }) => routine.space.every(({ id }) => id !== boxesID));
}

/** Returns the names of the boxes of which each iteration of a loop concerns one, by the loop. */
export function nameBoxes(routine: Routine, spaceItems: readonly SpaceItem[]): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  for (const { loopID, boxesID } of findBoxLoops(routine)) {
    const boxes = spaceItems.find(({ id }) => id === boxesID);
    const name = boxes?.kind === 'palletBoxes' ? commonBoxName(boxes) : undefined;
    if (name !== undefined) names.set(loopID, name);
  }
  return names;
}

/**
 * Returns the iteration of the loops around the current step, counted like the place of a stopped run: nested loops
 * with a fixed count are counted together. Null outside of loops.
 * @param readCompleted returns the completed iterations of a loop; undefined while it does not play.
 * @param boxNames names of the boxes by their loop.
 */
export function findRound(
  routine: Routine,
  stepID: string,
  readCompleted: (loopID: string) => unknown,
  boxNames: ReadonlyMap<string, string> = new Map(),
): PlaceRound | null {
  const loops: { readonly entry: TreeEntry; readonly round: number }[] = [];
  for (let entry = findEntry(routine, stepID)?.parent; entry; entry = entry.parent) {
    const completed = entry.step.stepKind === 'Loop' ? readCompleted(entry.step.id) : undefined;
    if (typeof completed === 'number') loops.unshift({ entry, round: completed + 1 });
  }
  const round = countRounds(
    loops.map(({ entry: { step }, round }, index): LoopAround => {
      const { times } = argsOf(routine, step.id);
      const inner = loops[index + 1]?.entry;
      const enabled = step.steps?.filter(({ isDisabled }) => !isDisabled) ?? [];
      const hasOnlyNext = enabled.length === 1 && enabled[0] !== undefined && enabled[0].id === inner?.step.id;
      return { round, times: typeof times === 'number' ? times : null, hasOnlyNext };
    }),
  );
  const object = boxNames.get(loops.at(-1)?.entry.step.id ?? '');
  return round && { ...round, ...(object !== undefined && { object }) };
}
