import type { Routine, TreeEntry } from '@cellwright/domain/routine';
import { countRounds, type LoopAround, type PlaceRound } from '@cellwright/domain/run';
import { argsOf, findEntry } from '../../parts/step-index.ts';

/**
 * Returns the iteration of the loops around the current step, counted like the place of a stopped run: nested loops
 * with a fixed count are counted together. Null outside of loops.
 * @param readCompleted returns the completed iterations of a loop; undefined while it does not play.
 */
export function findRound(
  routine: Routine,
  stepID: string,
  readCompleted: (loopID: string) => unknown,
): PlaceRound | null {
  const loops: { readonly entry: TreeEntry; readonly round: number }[] = [];
  for (let entry = findEntry(routine, stepID)?.parent; entry; entry = entry.parent) {
    const completed = entry.step.stepKind === 'Loop' ? readCompleted(entry.step.id) : undefined;
    if (typeof completed === 'number') loops.unshift({ entry, round: completed + 1 });
  }
  return countRounds(
    loops.map(({ entry: { step }, round }, index): LoopAround => {
      const { times } = argsOf(routine, step.id);
      const inner = loops[index + 1]?.entry;
      const enabled = step.steps?.filter(({ isDisabled }) => !isDisabled) ?? [];
      const hasOnlyNext = enabled.length === 1 && enabled[0] !== undefined && enabled[0].id === inner?.step.id;
      return { round, times: typeof times === 'number' ? times : null, hasOnlyNext };
    }),
  );
}
