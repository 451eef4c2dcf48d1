import { messages } from '@cellwright/domain/messages';
import { type PalletTarget, resolvePalletTarget } from '@cellwright/domain/pallet';
import type { Position } from '@cellwright/domain/robot';
import { resolveSpaceItems, type SpaceItem } from '@cellwright/domain/space';
import { type Answer, accept, refuse } from '../answer.ts';
import type { ProgramSource } from '../cell.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { RunControl } from '../run/run-control.ts';

/** Maximum length of a chain of anchors; longer ones are a mistake. */
const longestChain = 100;

/** Tool positions for boxes on the pallets of the loaded routine or of the cell. */
export class BoxingPositions {
  private readonly core: SessionCore;
  private readonly programs: Pick<ProgramSource, 'findSpaceItem'>;
  private readonly runs: Pick<RunControl, 'loaded'>;

  constructor(core: SessionCore, programs: Pick<ProgramSource, 'findSpaceItem'>, runs: Pick<RunControl, 'loaded'>) {
    this.core = core;
    this.programs = programs;
    this.runs = runs;
  }

  /** Finds a position; refuses with the messages of the specification. @throws ProductError unavailable */
  async find(palletBoxesID: string, target: PalletTarget): Promise<Answer<Position>> {
    const items = await collect([palletBoxesID, target.palletBaseID], (id) => this.findItem(id));
    const boxes = items.get(palletBoxesID);
    if (boxes?.kind !== 'palletBoxes') return refuse('request_failed_validation', messages.chooseValidSpaceItem);
    const surroundings = { find: (id: string) => items.get(id), base: this.core.store.state.base };
    const found = resolvePalletTarget(target, boxes, surroundings);
    return found.ok ? accept(found.value.position) : refuse('request_failed_validation', found.error.message);
  }

  private async findItem(id: string): Promise<SpaceItem | undefined> {
    return this.runs.loaded?.spaceItems.get(id) ?? (await this.programs.findSpaceItem(id));
  }
}

/** Returns the items and their anchors, each at the current pose of its anchor. */
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
