/**
 * The built-in planner: paths that touch nothing, found with two random trees and made short. Pure: time comes from the
 * clock it is given, chance from a seed. Joint angles in rad; a path is straight in joint space between its
 * waypoints, and that is what was proved clear. Timing comes after, and must keep to these straight lines.
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
