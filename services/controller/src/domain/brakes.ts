import { type CommandResult, refuse } from '@cellwright/controller-link';
import { jointCount } from '@cellwright/domain';

/** The brakes of the joints: all together, or one released by itself while the arm stands on the others. */
export class Brakes {
  private engaged = true;
  private released: number[] = [];
  /** A brake that will not open the next time it should. */
  private stuck: number | undefined;

  get areEngaged(): boolean {
    return this.engaged;
  }

  /** Joints whose brake is open while the others are engaged. */
  get unbrakedJoints(): readonly number[] {
    return this.released;
  }

  /** True when that changed something. */
  engage(): boolean {
    const changed = !this.engaged || this.released.length > 0;
    this.engaged = true;
    this.released = [];
    return changed;
  }

  /** The joint whose brake stays closed, or undefined when all are open. */
  open(): number | undefined {
    const { stuck } = this;
    this.stuck = undefined;
    if (stuck !== undefined) return stuck;
    this.engaged = false;
    this.released = [];
    return undefined;
  }

  jam(joint: number): void {
    this.stuck = joint;
  }

  /** One brake, while the arm stands on all the others. */
  setJoint(joint: number, isEngaged: boolean): CommandResult {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < jointCount)) {
      return refuse('invalid_value', `There is no joint ${joint}: they are 0 to ${jointCount - 1}`);
    }
    if (!this.engaged) return refuse('wrong_mode', 'Engage the brakes first: one can be released by itself only then');
    const others = this.released.filter((released) => released !== joint);
    this.released = isEngaged ? others : [...others, joint].sort((a, b) => a - b);
    return { ok: true };
  }
}
