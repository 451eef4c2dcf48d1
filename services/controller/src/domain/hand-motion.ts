import { type AntigravityConfig, jointCount } from '@cellwright/domain/robot';
import type { ArmSetup } from './arm-setup.ts';
import { VelocityDrive } from './velocity-drive.ts';

/** Fraction of the arm's speed that guided mode 'slow' allows. */
const slowGuidedFraction = 0.1;
/** Number of ended jogs that are remembered. */
const rememberedJogs = 256;

/** Source of manual motion: a jog button that is held, or the operator's own hand in guided mode. */
export type HandPurpose =
  | { readonly kind: 'jog'; readonly jogID: string }
  | { readonly kind: 'guided'; readonly mode: 'normal' | 'slow' };

/** Manual motion, which follows a jog button or a hand until it is released. */
export class HandMotion {
  purpose: HandPurpose;
  readonly drive: VelocityDrive;
  private released = false;
  private readonly arm: ArmSetup;

  constructor(purpose: HandPurpose, arm: ArmSetup, positions: readonly number[]) {
    this.purpose = purpose;
    this.arm = arm;
    this.drive = new VelocityDrive(arm, positions);
  }

  /** True if the motion was released and the arm slows down. */
  get isReleased(): boolean {
    return this.released;
  }

  get needsTicks(): boolean {
    return this.released || !this.drive.isAtRest;
  }

  /** Holds the motion (again). */
  hold(purpose: HandPurpose): void {
    this.purpose = purpose;
    this.released = false;
  }

  release(): void {
    this.released = true;
    this.drive.setTarget(new Array<number>(jointCount).fill(0));
  }

  /** Simulates an operator who pushes the arm in guided mode, rad/s. Returns false when the arm does not yield. */
  push(velocities: readonly number[], joints: AntigravityConfig['joints']): boolean {
    if (this.purpose.kind !== 'guided' || this.released) return false;
    const fraction = this.purpose.mode === 'slow' ? slowGuidedFraction : 1;
    this.drive.setTarget(
      velocities.map((wanted, joint) => {
        const { isEnabled = true, maxSpeed = null } = joints[joint] ?? {};
        const own = fraction * (this.arm.limits.velocity[joint] ?? 0);
        const limit = isEnabled ? Math.min(own, maxSpeed ?? own) : 0;
        return Math.min(Math.max(wanted, -limit), limit);
      }),
    );
    return true;
  }
}

/** The newest jogs that have ended; late messages of these jogs have no effect. */
export class EndedJogs {
  private readonly ids = new Set<string>();

  add(jogID: string): void {
    this.ids.add(jogID);
    for (const oldest of this.ids) {
      if (this.ids.size <= rememberedJogs) return;
      this.ids.delete(oldest);
    }
  }

  has(jogID: string): boolean {
    return this.ids.has(jogID);
  }
}
