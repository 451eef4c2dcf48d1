import type { Vec3 } from '@cellwright/geometry';
import { type ScaledSample, TimeScaler, type Trajectory } from '@cellwright/trajectory';
import type { ArmSetup } from './arm-setup.ts';
import { trimTrajectory } from './trim-trajectory.ts';

/** A start slower than this counts as standstill, rad/s. */
const restVelocity = 1e-6;

/** A trajectory as its commander sends it. */
export interface DriveRequest {
  readonly trajectoryID: string;
  readonly stepID: string;
  readonly trajectory: Trajectory;
  readonly startPathTime: number;
  readonly contactForce: number;
  readonly contactPoint: readonly number[];
}

/** Drives the arm along one trajectory at a rate set by override, pause and stop. It never leaves the path. */
export class TrajectoryDrive {
  readonly kind = 'trajectory';
  readonly trajectoryID: string;
  readonly stepID: string;
  /** Contact force that ends the trajectory, N. 0 for none. */
  readonly contactForce: number;
  /** Contact point in the flange frame, m; undefined for the TCP of the tool. */
  readonly contactPoint: Vec3 | undefined;
  private readonly startPathTime: number;
  private readonly scaler: TimeScaler;

  constructor(request: DriveRequest, arm: ArmSetup, override: number) {
    this.trajectoryID = request.trajectoryID;
    this.stepID = request.stepID;
    this.contactForce = request.contactForce;
    const [x, y, z] = request.contactPoint;
    this.contactPoint = x === undefined || y === undefined || z === undefined ? undefined : [x, y, z];
    this.startPathTime = request.startPathTime;
    const trajectory = trimTrajectory(request.trajectory, request.startPathTime);
    const startsAtRest = trajectory.points[0]?.velocities.every((v) => Math.abs(v) <= restVelocity) ?? true;
    this.scaler = new TimeScaler(trajectory, {
      stopDecelerations: arm.stopDecelerations,
      accelerations: arm.limits.acceleration,
      initialRate: startsAtRest ? override : 0,
    });
  }

  get sample(): Readonly<ScaledSample> {
    return this.scaler.state;
  }

  /** Seconds on the trajectory as it was sent. */
  get pathTime(): number {
    return this.startPathTime + this.scaler.state.pathTime;
  }

  get isFinished(): boolean {
    return this.scaler.state.finished;
  }

  /** True if nothing moves, regardless of the target. */
  get isStanding(): boolean {
    return this.scaler.state.standstill;
  }

  step(dt: number, command: number | 'stop'): void {
    this.scaler.step(dt, command);
  }
}
