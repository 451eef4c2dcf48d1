import type { CapturedView } from '@cellwright/domain/equipment';
import type { JointAngles, WirePose } from '@cellwright/domain/robot';

/** A planned view: the pose of the flange, and what became of it. */
export interface DrivenView {
  readonly flange: WirePose;
  readonly status: 'waiting' | 'moving' | 'capturing' | 'taken' | 'skipped';
  readonly view?: CapturedView;
  /** Why it was skipped. */
  readonly reason?: string;
}

/** True if the drive is done with the view. */
export function isEnded({ status }: DrivenView): boolean {
  return status === 'taken' || status === 'skipped';
}

export interface DriveDeps {
  /** Joint angles for a pose of the flange; undefined if the arm does not reach it. */
  findJoints(flange: WirePose): JointAngles | undefined;
  /** Returns what the arm would touch there; undefined if nothing. */
  findCollision(joints: JointAngles): Promise<string | undefined>;
  /** Starts a move that continues while it is held; `end` of the drive is called with its result. */
  startMove(joints: JointAngles): void;
  endMove(): void;
  capture(): Promise<CapturedView>;
  onChange(views: readonly DrivenView[]): void;
  readonly words: { readonly outOfReach: string };
}

/** Drives the arm from view to view and takes a picture at each, while a button is held. */
export class ViewDrive {
  #views: readonly DrivenView[];
  #isHeld = false;
  readonly #deps: DriveDeps;

  constructor(flanges: readonly WirePose[], deps: DriveDeps) {
    this.#views = flanges.map((flange) => ({ flange, status: 'waiting' }));
    this.#deps = deps;
  }

  get views(): readonly DrivenView[] {
    return this.#views;
  }

  hold(): void {
    this.#isHeld = true;
    // A picture that is being taken goes on after a release; the next move follows it.
    if (!this.#views.some(({ status }) => status === 'capturing')) void this.#next();
  }

  release(): void {
    if (!this.#isHeld) return;
    this.#isHeld = false;
    this.#replace('moving', { status: 'waiting' });
    this.#deps.endMove();
  }

  /** The move of the held button ended: 'Success', 'Interrupted' or the reason of a failure. */
  end(result: string): void {
    if (result === 'Success') return void this.#capture();
    this.#isHeld = false;
    this.#replace('moving', result === 'Interrupted' ? { status: 'waiting' } : { status: 'skipped', reason: result });
  }

  async #next(): Promise<void> {
    const { findJoints, findCollision, startMove, words } = this.#deps;
    for (;;) {
      const index = this.#views.findIndex(({ status }) => status === 'waiting');
      const flange = this.#views[index]?.flange;
      if (!this.#isHeld || !flange) return;
      this.#set(index, { status: 'moving' });
      const joints = findJoints(flange);
      const reason = joints ? await findCollision(joints).catch(reasonOf) : words.outOfReach;
      if (reason !== undefined) this.#set(index, { status: 'skipped', reason });
      else if (!this.#isHeld) return this.#set(index, { status: 'waiting' });
      else if (joints) return startMove(joints);
    }
  }

  async #capture(): Promise<void> {
    const index = this.#views.findIndex(({ status }) => status === 'moving');
    if (index < 0) return;
    this.#set(index, { status: 'capturing' });
    try {
      this.#set(index, { status: 'taken', view: await this.#deps.capture() });
    } catch (error) {
      this.#set(index, { status: 'skipped', reason: reasonOf(error) });
    }
    if (this.#isHeld) await this.#next();
  }

  #replace(status: DrivenView['status'], change: Partial<DrivenView>): void {
    const index = this.#views.findIndex((view) => view.status === status);
    if (index >= 0) this.#set(index, change);
  }

  #set(index: number, change: Partial<DrivenView>): void {
    this.#views = this.#views.map((view, at) => (at === index ? { ...view, ...change } : view));
    this.#deps.onChange(this.#views);
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
