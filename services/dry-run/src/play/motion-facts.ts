import { type ArmModel, computeGravityTorques, createKinematics, type Kinematics } from '@cellwright/arm';
import { addUpPayload } from '@cellwright/domain/robot';
import type { ProofClearance } from '@cellwright/domain/run';
import type { PlanningScene } from '@cellwright/domain/space';
import { ClearanceMeasurer } from '@cellwright/motion/simulation';
import type { PlannedSegment, PlanRequest } from '@cellwright/routine-runner/simulation';
import { createSample, type JointSample, TrajectorySampler } from '@cellwright/trajectory';

/** Interval of samples of a trajectory, s, with at most `maxSamples` in all. */
const sampleSeconds = 0.04;
const maxSamples = 200;
/** Distances beyond this do not count as near, m. */
const farthestClearance = 0.5;

/** Usage of one leg. Shares are 0–1 of each joint's limit; null without a limit. */
export interface LegFacts {
  /** Smallest clearance from obstacles, and of the arm from itself. */
  readonly fromObstacles: ProofClearance | undefined;
  readonly fromItself: ProofClearance | undefined;
  readonly speedShares: readonly (number | null)[];
  readonly accelerationShares: readonly (number | null)[];
  readonly torqueShares: readonly (number | null)[];
  /** The smallest singular value, without unit. */
  readonly singularity: number;
  readonly reachMeters: number;
}

/** The part of a trajectory that leads to one target, in seconds, sampled at least every `step` s. */
interface Leg {
  readonly target: number;
  readonly sampler: TrajectorySampler;
  readonly from: number;
  readonly until: number;
  readonly step: number;
}

export type Load = Pick<PlanRequest, 'tool' | 'payloadMassKg'>;

/** Facts of each target of a plan, by its index. */
export type PlanFacts = ReadonlyMap<number, LegFacts>;

export interface MeasuringRequest {
  readonly segments: readonly PlannedSegment[];
  readonly scene: PlanningScene;
  readonly load: Load;
}

/** Measures planned motion: clearances, and the use of the limits of the arm. */
export class LegMeasurer {
  private readonly model: ArmModel;
  private readonly kinematics: Kinematics;
  private readonly clearances: ClearanceMeasurer;

  constructor(model: ArmModel) {
    this.model = model;
    this.kinematics = createKinematics(model);
    this.clearances = new ClearanceMeasurer(model, farthestClearance);
  }

  measure({ segments, scene, load }: MeasuringRequest): PlanFacts {
    this.clearances.enter(scene, load.tool.boxes);
    return new Map([...legsOf(segments)].map((leg) => [leg.target, this.measureLeg(leg, load)]));
  }

  /** The same facts if only the obstacles of the scene differ: load and trajectory are unchanged. */
  measureAgain(known: PlanFacts, { segments, scene, load }: MeasuringRequest): PlanFacts {
    this.clearances.enter(scene, load.tool.boxes);
    const legs = new Map(known);
    for (const leg of legsOf(segments)) {
      const facts = known.get(leg.target);
      if (facts) legs.set(leg.target, { ...facts, fromObstacles: this.measureClearance(leg, 'obstacles') });
    }
    return legs;
  }

  private measureClearance(leg: Leg, among: 'obstacles' | 'links'): ProofClearance | undefined {
    let clearance: ProofClearance | undefined;
    for (const { positions } of samplesOf(leg)) {
      clearance = this.clearances.measure(positions, among, clearance?.meters) ?? clearance;
    }
    return clearance;
  }

  private measureLeg(leg: Leg, load: Load): LegFacts {
    const { velocity, acceleration } = this.model.motionLimits;
    const speeds = this.model.joints.map(() => 0);
    const accelerations = this.model.joints.map(() => 0);
    const torques = this.model.joints.map(() => 0);
    let singularity = Number.POSITIVE_INFINITY;
    let reachMeters = 0;
    for (const { positions, velocities, accelerations: changes } of samplesOf(leg)) {
      raise(speeds, velocities);
      raise(accelerations, changes);
      raise(torques, this.holdingTorques(positions, load));
      singularity = Math.min(singularity, this.kinematics.measureSingularity(positions).smallestSingularValue);
      const { x, y, z } = this.kinematics.computeTipPose(positions);
      reachMeters = Math.max(reachMeters, Math.hypot(x, y, z));
    }
    return {
      fromObstacles: this.measureClearance(leg, 'obstacles'),
      fromItself: this.measureClearance(leg, 'links'),
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

function* legsOf(segments: readonly PlannedSegment[]): Iterable<Leg> {
  for (const { trajectory, targetTimes, firstTarget } of segments) {
    const sampler = new TrajectorySampler(trajectory);
    const step = Math.max(sampleSeconds, sampler.duration / maxSamples);
    let from = 0;
    for (const [index, until] of targetTimes.entries()) {
      yield { target: firstTarget + index, sampler, from, until, step };
      from = until;
    }
  }
}

/** The leg at even times, both ends among them; each is overwritten by the next. */
function* samplesOf({ sampler, from, until, step }: Leg): Iterable<JointSample> {
  const sample = createSample(sampler.jointCount);
  const count = Math.max(1, Math.ceil((until - from) / step));
  for (let index = 0; index <= count; index++) {
    sampler.sample(from + ((until - from) * index) / count, sample);
    yield sample;
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
