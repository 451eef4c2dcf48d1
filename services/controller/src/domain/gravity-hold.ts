import { computeGravityTorques, createKinematics, type Kinematics } from '@cellwright/arm';
import { type CommandResult, refuse } from '@cellwright/controller-link';
import { addUpPayload, type CarriedLoad } from '@cellwright/domain/robot';
import type { Trajectory } from '@cellwright/trajectory';
import type { ArmSetup } from './arm-setup.ts';

/** Maximum number of points of a trajectory that are checked: the arm is always close to one of them. */
const mostPoints = 200;
/** Maximum number of loads whose trajectories are remembered. */
const mostLoads = 16;

/**
 * Checks that the joints can hold the arm, its tool and its payload against gravity, because an arm that sags must not
 * be driven.
 */
export class GravityHold {
  private readonly kinematics: Kinematics;
  private load: CarriedLoad = addUpPayload(undefined, 0).total;
  /**
   * Trajectories that passed with the current load: during a dry run, the rounds of a loop drive the same trajectories
   * again.
   */
  private held = new WeakSet<Trajectory>();
  private readonly heldBefore = new Map<string, WeakSet<Trajectory>>();

  constructor(arm: ArmSetup) {
    this.kinematics = createKinematics(arm.model);
  }

  carry(load: CarriedLoad): void {
    this.load = load;
    const key = JSON.stringify(load);
    this.held = this.heldBefore.get(key) ?? new WeakSet();
    if (this.heldBefore.size < mostLoads) this.heldBefore.set(key, this.held);
  }

  /**
   * Returns the refusal of a trajectory whose load is too much for the joints; undefined if it is not, or without a
   * load.
   */
  judge(trajectory: Trajectory): CommandResult | undefined {
    const { points } = trajectory;
    if (this.held.has(trajectory)) return undefined;
    if (!(this.load.massKg > 0)) return undefined;
    const stride = Math.max(1, Math.ceil(points.length / mostPoints));
    for (const [index, { positions, timeFromStart }] of points.entries()) {
      if (index % stride !== 0 && index !== points.length - 1) continue;
      const joint = this.findOverload(positions);
      if (joint === undefined) continue;
      const where = `joint ${joint} could not hold the arm at ${timeFromStart.toFixed(2)} s`;
      const all = `Payload and tool, ${kilograms(this.load)} together, are too heavy there`;
      return refuse('limit_exceeded', `${all}: ${where}. Carry less, or choose another path`);
    }
    this.held.add(trajectory);
    return undefined;
  }

  private findOverload(positions: readonly number[]): number | undefined {
    if (positions.length !== this.kinematics.model.joints.length) return undefined;
    const torques = computeGravityTorques(this.kinematics, positions, [this.load]);
    // A model without an effort limit is not checked.
    const joint = this.kinematics.model.joints.findIndex(
      ({ limits }, index) => limits.effort > 0 && Math.abs(torques[index] ?? 0) > limits.effort,
    );
    return joint < 0 ? undefined : joint;
  }
}

function kilograms({ massKg }: CarriedLoad): string {
  return `${Number(massKg.toFixed(2))} kg`;
}
