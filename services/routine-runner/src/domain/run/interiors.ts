import type { ArmModel } from '@cellwright/arm';
import { realTimeOf, SerialQueue } from '@cellwright/domain/basics';
import { doorMessages } from '@cellwright/domain/messages';
import type { CollisionBox, Obstacle } from '@cellwright/domain/space';
import { InteriorCheck, type SharedInterior } from '../arm/interior-check.ts';
import type { RefuseMotion } from '../arm/mover.ts';
import type { CellEquipment, MachineInterior } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { ToolModel } from '../planner.ts';

/** Time for which a report of a device is valid, and polling interval of silent devices, ms. */
const reportCountsMS = 2000;

const none = JSON.stringify([]);

/** The environment objects of the cell that doors close. */
export interface InteriorObjects {
  /** Returns the object as an obstacle, whether it is one now or not; undefined when there is none. */
  find(spaceItemID: string): Obstacle | undefined;
  /** Takes these objects out of the obstacles of the robot; every other one is an obstacle. @throws ProductError */
  free(spaceItemIDs: ReadonlySet<string>): Promise<void>;
  /** Returns what a program has attached to the flange, in its frame, beside the tool. */
  attachedBoxes(): readonly CollisionBox[];
}

export interface InteriorsOutside {
  readonly equipment: Pick<CellEquipment, 'listInteriors' | 'wakeDevice'>;
  readonly armModel: ArmModel;
  readonly interiorObjects: InteriorObjects;
}

interface DeviceOfSession {
  readonly isTwin: boolean;
  readonly equipmentID: string;
}

/**
 * The spaces that the arm of a session shares with the doors of machines. A space is an obstacle unless each of its machines
 * has just reported that its door is open. A door closes only after it has taken the space, when the arm is outside and no
 * motion leads into it.
 */
export class Interiors {
  private readonly core: SessionCore;
  private readonly outside: InteriorsOutside;
  private loadedCheck: InteriorCheck | undefined;
  private machines: readonly MachineInterior[] = [];
  /** Ends the open door of a device when its report has expired. */
  private readonly open = new Map<string, () => void>();
  private readonly heard = new Set<string>();
  /** Spaces that are no obstacles, as the planning scene has them; undefined while that is unknown. */
  private freed: string | undefined = none;
  private readonly changes = new SerialQueue();
  /** Changes before and after every change of the planning scene: plans of different revisions know different doors. */
  private revision = 0;
  private cancelAsking = (): void => undefined;
  private isClosed = false;

  constructor(core: SessionCore, outside: InteriorsOutside) {
    this.core = core;
    this.outside = outside;
  }

  /** Objects that are no obstacles now. */
  get freeObstacles(): readonly Obstacle[] {
    return [...this.listFree()].flatMap((id) => this.outside.interiorObjects.find(id) ?? []);
  }

  /** Reads which machines have such a space, and wakes those that do not report. */
  async follow(): Promise<void> {
    const { core, outside } = this;
    let isKnown = true;
    try {
      this.machines = await outside.equipment.listInteriors();
    } catch {
      // The previous ones stay. Spaces without a known door are obstacles.
      isKnown = false;
    }
    await this.applyLogged();
    for (const { equipmentID } of this.machines) {
      if (!this.heard.delete(equipmentID)) outside.equipment.wakeDevice(core.robotKind, core.isTwin, equipmentID);
    }
    this.cancelAsking();
    if (this.isClosed || (isKnown && this.machines.length === 0)) return;
    this.cancelAsking = this.clock.schedule(reportCountsMS, () => void this.follow());
  }

  /** A device reports whether its door is open. */
  async report({ isTwin, equipmentID, isOpen }: DeviceOfSession & { readonly isOpen: boolean }): Promise<void> {
    if (isTwin !== this.core.isTwin || this.isClosed) return;
    this.heard.add(equipmentID);
    this.end(equipmentID);
    if (isOpen) {
      const cancel = this.clock.schedule(reportCountsMS, () => {
        this.end(equipmentID);
        void this.applyLogged();
      });
      this.open.set(equipmentID, cancel);
    }
    await this.applyLogged();
  }

  /** Reserves the space of a device before its door closes. Returns the reason of a refusal. */
  async take({
    isTwin,
    equipmentID,
    spaceItemID,
  }: DeviceOfSession & { readonly spaceItemID: string }): Promise<string | undefined> {
    if (isTwin !== this.core.isTwin) return doorMessages.otherRobot;
    const refusal = this.refuse(spaceItemID);
    if (refusal !== undefined) return refusal;
    this.end(equipmentID);
    try {
      await this.apply();
    } catch (error) {
      return doorMessages.sceneNotStored(error instanceof Error ? error.message : String(error));
    }
    // A motion that began meanwhile was planned without the door.
    return this.refuse(spaceItemID);
  }

  /** Called before a motion is planned: the plan does not know a door that closes meanwhile. */
  watchMotion(): RefuseMotion {
    const { revision } = this;
    return (trajectory, from) => {
      if (this.revision === revision) return undefined;
      const free = this.listFree();
      const closed = new Set(this.machines.flatMap(({ spaceItemID: id }) => (free.has(id) ? [] : [id])));
      for (const id of closed) {
        const space = this.outside.interiorObjects.find(id);
        if (space && this.check.entersAlong(this.describe(space), trajectory, from))
          return doorMessages.closesOnTheWay(space.name);
      }
      return undefined;
    };
  }

  close(): void {
    this.isClosed = true;
    this.cancelAsking();
    for (const equipmentID of [...this.open.keys()]) this.end(equipmentID);
  }

  private get clock() {
    return realTimeOf(this.core.clock);
  }

  private get check(): InteriorCheck {
    this.loadedCheck ??= new InteriorCheck(this.outside.armModel);
    return this.loadedCheck;
  }

  /** Returns why a door cannot close on this space now. */
  private refuse(spaceItemID: string): string | undefined {
    const { arm } = this.core;
    const space = this.outside.interiorObjects.find(spaceItemID);
    if (!space) return doorMessages.interiorUnknown;
    if (space.shape.kind === 'mesh') return doorMessages.interiorNeedsShape(space.name);
    const { joints } = arm;
    if (!arm.isConnected || !joints) return doorMessages.positionUnknown;
    const interior = this.describe(space);
    const inside = this.check.findInside(interior, joints);
    if (inside !== undefined) return doorMessages.armInside(inside, space.name);
    const path = arm.pathUnderWay;
    if (path) {
      const isOnPath = this.check.entersAlong(interior, path, arm.pathTimeUnderWay);
      return isOnPath ? doorMessages.armComesInside(space.name) : undefined;
    }
    return arm.isMoving ? doorMessages.armMovesByHand : undefined;
  }

  private describe(space: Obstacle): SharedInterior {
    const { tools, store } = this.core;
    const boxes = [...tools.current.boxes.map(toBox), ...this.outside.interiorObjects.attachedBoxes()];
    return { space, boxes, base: store.state.base };
  }

  private listFree(): ReadonlySet<string> {
    const open = this.machines.filter(({ equipmentID }) => this.open.has(equipmentID));
    const closed = new Set(this.machines.flatMap((each) => (open.includes(each) ? [] : [each.spaceItemID])));
    return new Set(open.flatMap(({ spaceItemID }) => (closed.has(spaceItemID) ? [] : [spaceItemID])));
  }

  private end(equipmentID: string): void {
    this.open.get(equipmentID)?.();
    this.open.delete(equipmentID);
  }

  /** Brings the planning scene up to date. @throws ProductError when it cannot be stored */
  private apply(): Promise<void> {
    return this.changes.run(() => this.applyNext());
  }

  private async applyNext(): Promise<void> {
    const free = this.listFree();
    const key = JSON.stringify([...free].sort());
    if (key === this.freed) return;
    this.freed = key;
    this.revision += 1;
    try {
      await this.outside.interiorObjects.free(free);
    } catch (error) {
      this.freed = undefined;
      throw error;
    } finally {
      this.revision += 1;
    }
  }

  private async applyLogged(): Promise<void> {
    await this.apply().catch((error: unknown) => {
      this.core.log.warn('the planning scene has an old state of a door', { error });
    });
  }
}

function toBox({ pose, size: [x, y, z] }: ToolModel['boxes'][number]): CollisionBox {
  return { pose, size: [x, y, z] };
}

export const interiorsPart = definePart({
  name: 'interiors',
  start: ({ core, outside }: PartContext<InteriorsOutside>) => new Interiors(core, outside),
  begin: (interiors) => void interiors.follow(),
  connected: (interiors) => void interiors.follow(),
  equipmentChanged: (interiors) => void interiors.follow(),
  close: (interiors) => interiors.close(),
});
