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
import type { SessionCore } from '../core/session-core.ts';
import type { RunControl } from '../run/run-control.ts';

/** Longer chains of anchors are a mistake. */
const longestChain = 100;

/** Where the tool goes for boxes on the pallets of the loaded routine or of the cell. */
export class BoxingPositions {
  private readonly core: SessionCore;
  private readonly programs: Pick<ProgramSource, 'findSpaceItem'>;
  private readonly runs: Pick<RunControl, 'loaded'>;

  constructor(core: SessionCore, programs: Pick<ProgramSource, 'findSpaceItem'>, runs: Pick<RunControl, 'loaded'>) {
    this.core = core;
    this.programs = programs;
    this.runs = runs;
  }

  /** Refused with the spec's messages. @throws ProductError unavailable */
  async find(palletBoxesID: string, target: PalletTarget): Promise<Answer<Position>> {
    const items = await collect([palletBoxesID, target.palletBaseID], (id) => this.findItem(id));
    const boxes = items.get(palletBoxesID);
    if (boxes?.kind !== 'palletBoxes') return refuse('request_failed_validation', messages.chooseValidSpaceItem);
    const surroundings = { find: (id: string) => items.get(id), base: this.core.store.state.base };
    const found = resolvePalletTarget(target, boxes, surroundings);
    return found.ok ? accept(found.value.position) : refuse('request_failed_validation', found.message);
  }

  private async findItem(id: string): Promise<SpaceItem | undefined> {
    return this.runs.loaded?.spaceItems.get(id) ?? (await this.programs.findSpaceItem(id));
  }
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
