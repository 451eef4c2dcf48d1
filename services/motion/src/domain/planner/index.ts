/**
 * The built-in planner: collision-free paths, found with two random trees and shortened. Pure: time comes from the
 * given clock, randomness from a seed. Joint angles in rad; a path is straight in joint space between its waypoints,
 * and that was proven clear. Timing comes after, and must keep to these straight lines.
 */
export type { Budget, Watch } from './budget.ts';
export { keepToolAxis, type PathConstraint, type ToolAxisConstraint, type ToolAxisOptions } from './constraint.ts';
export { listGoals } from './goals.ts';
export {
  type PlanOptions,
  type PlanProblem,
  type PlanRefusal,
  type PlanResult,
  type PlanStatistics,
  planPath,
} from './plan.ts';
export { planRecovery, type RecoveryOptions, type RecoveryResult } from './recovery.ts';
export type { SearchSpace } from './search-space.ts';
export { measurePath } from './shortcut.ts';
export type { StateChecker } from './state-checker.ts';
