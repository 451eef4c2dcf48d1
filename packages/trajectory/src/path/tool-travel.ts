import type { GeometricPath } from './geometric-path.ts';
import { createDerivatives } from './geometric-path.ts';
import type { ToolArm } from './tool-speed.ts';

/** Limits of the tool's motion, with a function that returns its position. */
export interface ToolLimits {
  /** m/s. */
  readonly speed: number;
  /** m/s². */
  readonly acceleration?: number;
  /** Position of the tool, m, for joint positions. */
  readonly position: (joints: readonly number[]) => readonly number[];
  /** Arm that carries the tool: with it the speed is limited everywhere, without it only at the samples. */
  readonly arm?: ToolArm;
}

/** Derivatives of the tool's travel by the path's parameter. */
export interface ToolDerivatives {
  /** Metres. */
  readonly first: number;
  /** Derivative of `first`. */
  readonly second: number;
  /** Contribution of the curvature of the tool's path to its acceleration. */
  readonly turning: number;
}

const STEP = 1e-4;

/** The tool's travel along a path, differentiated numerically. */
export class ToolTravel {
  readonly speed: number;
  readonly acceleration: number;

  constructor(
    private readonly path: GeometricPath,
    readonly limits: ToolLimits,
  ) {
    this.speed = limits.speed;
    this.acceleration = limits.acceleration ?? Number.POSITIVE_INFINITY;
  }

  /** Returns the derivatives at `s`, on the side of `span`. */
  derive(s: number, span: number): ToolDerivatives {
    const step = STEP * Math.min(1, this.path.length);
    const [before, here, after] = [s - step, s, s + step].map((at) => this.positionAt(at, span));
    let first = 0;
    let along = 0;
    let whole = 0;
    here?.forEach((x, axis) => {
      const low = before?.[axis] ?? x;
      const high = after?.[axis] ?? x;
      const slope = (high - low) / (2 * step);
      const bend = (high - 2 * x + low) / (step * step);
      first += slope * slope;
      along += slope * bend;
      whole += bend * bend;
    });
    first = Math.sqrt(first);
    const second = first > 0 ? along / first : 0;
    return { first, second, turning: Math.sqrt(Math.max(0, whole - second * second)) };
  }

  private positionAt(s: number, span: number): readonly number[] {
    const out = createDerivatives(this.path.jointCount);
    this.path.evaluate(s, out, span);
    return this.limits.position(Array.from(out.position));
  }
}
