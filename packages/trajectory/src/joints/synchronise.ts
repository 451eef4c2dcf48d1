import { AxisProblem } from '../axis/axis-problem.ts';
import type { AxisLimits } from '../axis/profile.ts';
import { symmetricLimits } from '../axis/profile.ts';
import type { MotionLimits } from '../limits.ts';
import type { JointMotion, JointState } from './motion.ts';

/** Reason why no motion exists: the target requires more of a joint than its limits, or a number is not finite. */
export interface MotionRefusal {
  readonly ok: false;
  readonly reason: 'target_outside_limits' | 'not_finite' | 'wrong_joint_count';
  readonly joint: number;
}

export type MotionResult = { readonly ok: true; readonly motion: JointMotion } | MotionRefusal;

/** Converts the symmetric limits of every joint to axis limits. */
export function toAxisLimits(limits: MotionLimits): AxisLimits[] {
  return limits.velocity.map((velocity, joint) =>
    symmetricLimits(velocity, limits.acceleration[joint] ?? Number.NaN, limits.jerk[joint] ?? Number.NaN),
  );
}

/**
 * Plans the fastest motion in which all joints go from any state to any state and arrive together. It takes as long as
 * the slowest joint needs, or a little longer where another joint cannot take exactly that long. Not straight in joint
 * space: check it again before driving it. A start outside the limits is brought back first; the target must be inside.
 */
export function planTimeSynchronised(
  start: JointState,
  target: JointState,
  limits: readonly AxisLimits[],
): MotionResult {
  const problems: AxisProblem[] = [];
  for (let joint = 0; joint < limits.length; joint++) {
    const from = stateOf(start, joint);
    const to = stateOf(target, joint);
    const axis = limits[joint];
    if (from === undefined || to === undefined || axis === undefined) {
      return { ok: false, reason: 'wrong_joint_count', joint };
    }
    if (![...Object.values(from), ...Object.values(to)].every(Number.isFinite)) {
      return { ok: false, reason: 'not_finite', joint };
    }
    const problem = AxisProblem.create(from, to, axis);
    if (problem === undefined) return { ok: false, reason: 'target_outside_limits', joint };
    problems.push(problem);
  }
  const duration = commonDuration(problems);
  return {
    ok: true,
    motion: { duration, profiles: problems.map((problem) => problem.profileFor(duration)), end: target },
  };
}

/** Returns the shortest duration that every axis can take. */
function commonDuration(problems: readonly AxisProblem[]): number {
  let duration = 0;
  for (const problem of problems) duration = Math.max(duration, problem.minimumDuration);
  // Each round permanently rules out at least one blocked interval, and an axis has only a few of them.
  for (let settled = false; !settled; ) {
    settled = true;
    for (const problem of problems) {
      const next = problem.nextFeasible(duration);
      if (next > duration) {
        duration = next;
        settled = false;
      }
    }
  }
  return duration;
}

function stateOf(state: JointState, joint: number) {
  const position = state.positions[joint];
  const velocity = state.velocities[joint];
  const acceleration = state.accelerations[joint];
  if (position === undefined || velocity === undefined || acceleration === undefined) return undefined;
  return { position, velocity, acceleration };
}
