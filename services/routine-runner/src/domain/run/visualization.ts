import { isDeepStrictEqual } from 'node:util';
import { ProductError } from '@cellwright/domain/basics';
import { messages, runMessages } from '@cellwright/domain/messages';
import {
  isMatch,
  keyOfShown,
  maxShownThings,
  type Obstacle,
  type ShownMatch,
  type ShownThing,
  shownBoxesIn,
  type VisualizationChange,
} from '@cellwright/domain/space';
import type { PortResult } from '@cellwright/steps/framework';
import { type Answer, accepted, refuse } from '../answer.ts';
import { definePart, type PartContext } from '../core/part.ts';
import { emptyResult } from '../core/part-messages.ts';
import type { SessionCore } from '../core/session-core.ts';

type ShownBox = Extract<ShownThing, { kind: 'box' }>;

/** Puts boxes on pallets into the planning scene of the robot, or takes them out. @throws ProductError */
export type ChangeSceneBoxes = (change: VisualizationChange, nameOf: (box: ShownBox) => string) => Promise<void>;

/**
 * Objects shown by steps, in the state of the session. Boxes on pallets are stored only in the planning scene, so that
 * the shown boxes equal the obstacles, also after a restart; everything else is stored only here.
 */
export class Visualization {
  private readonly core: SessionCore;
  private readonly changeSceneBoxes: ChangeSceneBoxes;
  private standing: ReadonlyMap<string, ShownThing> = new Map();
  private others: ReadonlyMap<string, ShownThing> = new Map();

  constructor(core: SessionCore, changeSceneBoxes: ChangeSceneBoxes) {
    this.core = core;
    this.changeSceneBoxes = changeSceneBoxes;
  }

  /** The planning scene of the robot has these obstacles now. */
  follow(obstacles: readonly Obstacle[]): void {
    this.standing = byKey(shownBoxesIn(obstacles));
    this.publish();
  }

  async update(change: VisualizationChange, nameOf: (box: ShownBox) => string): Promise<PortResult> {
    try {
      await (change.action === 'show' ? this.show(change.things, nameOf) : this.hide(change.match));
      return { ok: true, value: undefined };
    } catch (error) {
      if (!(error instanceof ProductError)) throw error;
      return { ok: false, failure: { kind: 'ExecutionFailure', message: error.message } };
    }
  }

  /** Removes all objects shown by steps, because a user has cleared the cell. */
  async clear(): Promise<Answer> {
    const { state } = this.core.machine;
    if (state === 'RoutineRunning') return refuse('robot_not_idle', runMessages.stopBeforeClearing);
    const itemIDs = new Set([...this.standing.values()].map(({ spaceItemID }) => spaceItemID));
    for (const spaceItemID of itemIDs) await this.hideInScene({ kind: 'box', spaceItemID });
    this.others = new Map();
    this.publish();
    return accepted;
  }

  private async show(things: readonly ShownThing[], nameOf: (box: ShownBox) => string): Promise<void> {
    const all = new Set([...this.standing.keys(), ...this.others.keys(), ...things.map(keyOfShown)]);
    if (all.size > maxShownThings) {
      throw new ProductError('too_large', messages.tooManyShown(maxShownThings));
    }
    const standing = things.filter(isStanding);
    const lighter = things.filter((thing) => !isStanding(thing));
    // A box that is now shown lighter is no longer an obstacle.
    for (const thing of lighter) if (this.standing.has(keyOfShown(thing))) await this.hideInScene(thing);
    if (standing.length > 0) await this.changeSceneBoxes({ action: 'show', things: standing }, nameOf);
    const others = new Map([...this.others, ...byKey(lighter)]);
    for (const thing of standing) others.delete(keyOfShown(thing));
    this.others = others;
    this.publish();
  }

  private async hide(match: ShownMatch): Promise<void> {
    if (match.kind === 'box') await this.hideInScene(match);
    this.others = new Map([...this.others].filter(([, thing]) => !isMatch(thing, match)));
    this.publish();
  }

  private async hideInScene(thing: ShownThing | ShownMatch): Promise<void> {
    const match = 'pose' in thing ? matchOf(thing) : thing;
    if (![...this.standing.values()].some((box) => isMatch(box, match))) return;
    await this.changeSceneBoxes({ action: 'hide', match }, () => '');
  }

  /** Updates only differences: a patch contains the new box, not all existing ones. */
  private publish(): void {
    const { store } = this.core;
    const next = new Map([...this.others, ...this.standing]);
    const shown = store.state.visualization;
    const gone = Object.keys(shown).filter((key) => !next.has(key));
    const changed = [...next].filter(([key, thing]) => !isDeepStrictEqual(shown[key], thing));
    if (gone.length === 0 && changed.length === 0) return;
    // Compares with the state itself: reading it through a draft is many times slower.
    store.update(({ visualization }) => {
      for (const key of gone) delete visualization[key];
      for (const [key, thing] of changed) visualization[key] = { ...thing };
    });
  }
}

/** True for a fully shown box, which stands on its pallet. */
function isStanding(thing: ShownThing): boolean {
  return thing.kind === 'box' && thing.opacity === 1;
}

function matchOf(thing: ShownThing): ShownMatch {
  const { kind, spaceItemID } = thing;
  if (thing.kind !== 'box') return { kind, spaceItemID };
  const { palletBaseID, layerIndex, boxIndex } = thing;
  return { kind, spaceItemID, palletBaseID, layerIndex, boxIndex };
}

function byKey(things: readonly ShownThing[]): Map<string, ShownThing> {
  return new Map(things.map((thing) => [keyOfShown(thing), thing]));
}

export interface VisualizationOutside {
  readonly changeSceneBoxes: ChangeSceneBoxes;
}

export const visualizationPart = definePart({
  name: 'visualization',
  start: ({ core, outside }: PartContext<VisualizationOutside>) => new Visualization(core, outside.changeSceneBoxes),
  messages: { clearVisualization: (visualization) => emptyResult(visualization.clear()) },
});
