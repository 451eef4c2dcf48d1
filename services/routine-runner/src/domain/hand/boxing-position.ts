import {
  messages,
  type PalletTarget,
  type Position,
  resolvePalletTarget,
  resolveSpaceItems,
  type SpaceItem,
} from '@cellwright/domain';
import { type Answer, accept, refuse } from '../answer.ts';
import type { ProgramSource } from '../cell.ts';
import type { LoadedRoutine } from '../run/loaded-routine.ts';
import type { SessionCore } from '../session/session-core.ts';

/** Longer chains of anchors are a mistake. */
const longestChain = 100;

export interface BoxingPositionParts {
  readonly core: SessionCore;
  readonly programs: Pick<ProgramSource, 'findSpaceItem'>;
  readonly loaded: LoadedRoutine | undefined;
}

/** The position of a target on the pallets of the loaded routine or of the cell; refused with the spec's messages. */
export async function findBoxingPosition(
  { core, programs, loaded }: BoxingPositionParts,
  palletBoxesID: string,
  target: PalletTarget,
): Promise<Answer<Position>> {
  const find = async (id: string) => loaded?.spaceItems.get(id) ?? (await programs.findSpaceItem(id));
  const items = await collect([palletBoxesID, target.palletBaseID], find);
  const boxes = items.get(palletBoxesID);
  if (boxes?.kind !== 'palletBoxes') return refuse('request_failed_validation', messages.chooseValidSpaceItem);
  const found = resolvePalletTarget(target, boxes, { find: (id) => items.get(id), base: core.store.state.base });
  return found.ok ? accept(found.value.position) : refuse('request_failed_validation', found.message);
}

/** The items and what they are anchored to, each where its anchor has taken it. */
async function collect(
  ids: readonly (string | undefined)[],
  find: (id: string) => Promise<SpaceItem | undefined>,
): Promise<ReadonlyMap<string, SpaceItem>> {
  const items = new Map<string, SpaceItem>();
  for (let next of ids) {
    while (next !== undefined && !items.has(next) && items.size < longestChain) {
      const item: SpaceItem | undefined = await find(next);
      if (item) items.set(item.id, item);
      next = item?.anchoredToID;
    }
  }
  return new Map(resolveSpaceItems([...items.values()]).map((item) => [item.id, item]));
}
