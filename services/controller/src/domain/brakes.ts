import { type CommandResult, refuse } from '@cellwright/controller-link';
import { jointCount } from '@cellwright/domain/robot';

/** The brakes of the joints: engaged and released together, or one released by itself while the others hold the arm. */
export class Brakes {
  private engaged = true;
  private released: number[] = [];
  /** Joint whose brake fails to open at the next release. */
  private stuck: number | undefined;

  get areEngaged(): boolean {
    return this.engaged;
  }

  /** Joints whose brake is open while the others are engaged. */
  get unbrakedJoints(): readonly number[] {
    return this.released;
  }

  /** Engages all brakes. True if that changed anything. */
  engage(): boolean {
    const changed = !this.engaged || this.released.length > 0;
    this.engaged = true;
    this.released = [];
    return changed;
  }

  /** Opens the brakes. Returns the joint whose brake stays closed, or undefined when all are open. */
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

  /** Sets one brake while all the others hold the arm. */
  setJoint(joint: number, isEngaged: boolean): CommandResult {
    if (!(Number.isInteger(joint) && joint >= 0 && joint < jointCount)) {
      return refuse('invalid_value', `There is no joint ${joint}. Joints are 0 to ${jointCount - 1}`);
    }
    if (!this.engaged)
      return refuse(
        'wrong_mode',
        'Engage the brakes first. A single brake can be released only while the others hold the arm',
      );
    const others = this.released.filter((released) => released !== joint);
    this.released = isEngaged ? others : [...others, joint].sort((a, b) => a - b);
    return { ok: true };
  }
}
