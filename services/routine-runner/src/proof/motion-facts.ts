import { type ArmModel, computeGravityTorques, createKinematics, type Kinematics } from '@cellwright/arm';
import { addUpPayload, type PlanningScene, type ProofClearance } from '@cellwright/domain';
import { ClearanceGauge } from '@cellwright/motion/simulation';
import { createSample, TrajectorySampler } from '@cellwright/trajectory';
import type { PlannedSegment, PlanRequest } from '../domain/planner.ts';

/** A trajectory is looked at this often, s, and no more often than `mostSamples` in all. */
const sampleSeconds = 0.04;
const mostSamples = 200;
/** Beyond this nothing counts as near, m. */
const farthestClearance = 0.5;

/** What driving to one target uses. Shares are 0–1 of each joint's limit; null where there is no limit. */
export interface LegFacts {
  readonly clearance: (ProofClearance & { readonly isObstacle: boolean }) | undefined;
  readonly speedShares: readonly (number | null)[];
  readonly accelerationShares: readonly (number | null)[];
  readonly torqueShares: readonly (number | null)[];
  /** The smallest singular value, without unit. */
  readonly singularity: number;
  readonly reachMeters: number;
}

type Load = Pick<PlanRequest, 'tool' | 'payloadMassKg'>;

/** Measures planned motion: how near it comes, and what it uses of what the arm can do. */
export class MotionGauge {
  private readonly model: ArmModel;
  private readonly kinematics: Kinematics;
  private readonly clearances: ClearanceGauge;

  constructor(model: ArmModel) {
    this.model = model;
    this.kinematics = createKinematics(model);
    this.clearances = new ClearanceGauge(model, farthestClearance);
  }

  /** The facts of each target that a plan leads to, by its index. */
  measure(segments: readonly PlannedSegment[], scene: PlanningScene, load: Load): ReadonlyMap<number, LegFacts> {
    this.clearances.enter(scene, load.tool.boxes);
    const legs = new Map<number, LegFacts>();
    for (const segment of segments) {
      const sampler = new TrajectorySampler(segment.trajectory);
      const step = Math.max(sampleSeconds, sampler.duration / mostSamples);
      let from = 0;
      segment.targetTimes.forEach((until, index) => {
        legs.set(segment.firstTarget + index, this.measureLeg(sampler, { from, until, step }, load));
        from = until;
      });
    }
    return legs;
  }

  private measureLeg(
    sampler: TrajectorySampler,
    { from, until, step }: { readonly from: number; readonly until: number; readonly step: number },
    load: Load,
  ): LegFacts {
    const sample = createSample(sampler.jointCount);
    const { velocity, acceleration } = this.model.motionLimits;
    const speeds = this.model.joints.map(() => 0);
    const accelerations = this.model.joints.map(() => 0);
    const torques = this.model.joints.map(() => 0);
    let clearance: LegFacts['clearance'];
    let singularity = Number.POSITIVE_INFINITY;
    let reachMeters = 0;
    const count = Math.max(1, Math.ceil((until - from) / step));
    for (let index = 0; index <= count; index++) {
      sampler.sample(from + ((until - from) * index) / count, sample);
      const { positions } = sample;
      raise(speeds, sample.velocities);
      raise(accelerations, sample.accelerations);
      raise(torques, this.holdingTorques(positions, load));
      clearance = this.clearances.measure(positions, clearance?.meters) ?? clearance;
      singularity = Math.min(singularity, this.kinematics.measureSingularity(positions).smallestSingularValue);
      const { x, y, z } = this.kinematics.computeTipPose(positions);
      reachMeters = Math.max(reachMeters, Math.hypot(x, y, z));
    }
    return {
      clearance,
      speedShares: sharesOf(speeds, velocity),
      accelerationShares: sharesOf(accelerations, acceleration),
      torqueShares: sharesOf(
        torques,
        this.model.joints.map(({ limits }) => limits.effort),
      ),
      singularity,
      reachMeters,
    };
  }

  private holdingTorques(joints: readonly number[], { tool, payloadMassKg }: Load): readonly number[] {
    return computeGravityTorques(this.kinematics, joints, [addUpPayload(tool, payloadMassKg).total]);
  }
}

/** The greater of both for each joint; null is no limit. */
export function greaterShares(one: readonly (number | null)[], other: readonly (number | null)[]): (number | null)[] {
  return one.map((share, joint) => (share === null ? null : Math.max(share, other[joint] ?? 0)));
}

function raise(greatest: number[], values: readonly number[]): void {
  for (const [joint, value] of values.entries()) greatest[joint] = Math.max(greatest[joint] ?? 0, Math.abs(value));
}

function sharesOf(values: readonly number[], limits: readonly number[]): (number | null)[] {
  return values.map((value, joint) => {
    const limit = limits[joint] ?? 0;
    return limit > 0 ? value / limit : null;
  });
}
