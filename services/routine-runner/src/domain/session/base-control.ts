import { ProductError } from '@cellwright/domain/basics';
import { runMessages } from '@cellwright/domain/messages';
import type { WirePose } from '@cellwright/domain/robot';
import { identityPose } from '@cellwright/geometry';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { Mover } from '../arm/mover.ts';
import type { CellEquipment } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';
import type { HandMotion } from '../hand/hand-motion.ts';
import { handPart } from '../hand/hand-part.ts';
import type { JogMotion } from '../hand/jog/jog-motion.ts';
import { jogPart } from '../hand/jog/jog-part.ts';
import { moversPart } from '../run/movers.ts';
import type { RunControl } from '../run/run-control.ts';
import { runsPart } from '../run/runs-part.ts';

/** Interval of requests to an unresponsive equipment service, ms. */
const askAgainMS = 1000;

export interface BaseControlParts {
  readonly core: SessionCore;
  readonly equipment: Pick<CellEquipment, 'findBase'>;
  /** Applies the base to the planning scene. */
  readonly setSceneBase: (base: WirePose) => Promise<void>;
  readonly runs: RunControl;
  readonly hand: HandMotion;
  readonly jog: JogMotion;
  /** Movers whose motions are planned or driven on the current base. */
  readonly movers: readonly Mover[];
}

/**
 * Pose of the arm's base in the world, for one session: from the enabled custom base of the cell, or the origin of the
 * world. Poses of the arm are relative to its base and stay unchanged; the cell moves around it.
 */
export class BaseControl {
  private readonly parts: BaseControlParts;
  private cancelAsking: () => void = () => undefined;
  private isClosed = false;

  constructor(parts: BaseControlParts) {
    this.parts = parts;
  }

  get current(): WirePose {
    return this.parts.core.store.state.base;
  }

  /** Requests the current pose of the base; without it nothing may move. */
  async refresh(): Promise<Answer> {
    const { equipment, setSceneBase, core } = this.parts;
    try {
      const base = (await equipment.findBase(core.robotKind, core.isTwin)) ?? identityPose;
      await setSceneBase(base);
      this.take(base);
      return accepted;
    } catch (error) {
      core.log.warn('where the base of the arm is, is not known', { error });
      if (error instanceof ProductError) return refuse(error.code, error.message);
      return refuse(
        'unavailable',
        'The equipment service did not send the position of the base. Try again in a moment',
      );
    }
  }

  /** Reads the base after a change of a device, at once, and again until the equipment service answers. */
  async follow(): Promise<void> {
    if (this.isClosed) return;
    this.cancelAsking();
    const answer = await this.refresh();
    if (answer.ok || this.isClosed) return;
    this.cancelAsking = this.parts.core.clock.schedule(askAgainMS, () => void this.follow());
  }

  /** Stops the devices that move the base where they are. */
  halt(): void {
    this.parts.core.baseMovers.halt();
  }

  close(): void {
    this.isClosed = true;
    this.cancelAsking();
  }

  private take(base: WirePose): void {
    if (JSON.stringify(base) === JSON.stringify(this.current)) return;
    // Before it is sent: a paused run keeps the base of its plan.
    const { core, movers } = this.parts;
    if (core.arm.isMoving || movers.some(({ toolsUnderWay }) => toolsUnderWay.length > 0)) this.stopMoves();
    this.parts.core.store.update((state) => {
      state.base = { ...base };
    });
  }

  /** Stops motion, which was planned on another base. */
  private stopMoves(): void {
    const { runs, hand, jog } = this.parts;
    // A run that is paused already compares the base when it resumes.
    if (!runs.isPaused) runs.pause(runMessages.baseMovedDuringMove);
    hand.abort();
    jog.abort();
  }
}

export type BaseOutside = Pick<BaseControlParts, 'equipment' | 'setSceneBase'>;

function startBase({ core, outside: { equipment, setSceneBase } }: PartContext<BaseOutside>): BaseControl {
  const { run, hand } = moversPart.of(core);
  const parts = { runs: runsPart.of(core), hand: handPart.of(core), jog: jogPart.of(core) };
  return new BaseControl({ core, equipment, setSceneBase, ...parts, movers: [run, hand] });
}

export const basePart = definePart({
  name: 'base',
  stopOrder: 20,
  start: startBase,
  connected: (base) => void base.follow(),
  equipmentChanged: (base) => void base.follow(),
  stop(base, { kind }) {
    if (kind === 'safeguard') base.halt();
  },
  close: (base) => base.close(),
});
