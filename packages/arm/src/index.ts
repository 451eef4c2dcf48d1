/**
 * Serial six-axis arms: the model as plain data (URDF, DH tables, the shipped arms), forward and inverse kinematics.
 * Pure. Radians and metres; poses of tool0 in the model's root frame (`world` for the default arm).
 */

export * from './dynamics/gravity.ts';
export { copiesWithinLimits, type JointBounds, jointBoundsOf, nearestCopy } from './ik/copies.ts';
export * from './ik/inverse-kinematics.ts';
export { costOfMove, type SolverType } from './ik/nearest.ts';
export { branchJoints, IkFlag, type IkSolutions } from './ik/solutions.ts';
export * from './kinematics/kinematics.ts';
export * from './kinematics/rest-frame.ts';
export * from './model/arm-model.ts';
export * from './model/dh.ts';
export * from './model/motion-limits.ts';
export * from './model/rigid-links.ts';
export * from './models/cell.ts';
export * from './models/default-arm.ts';
export * from './models/shipped-arms.ts';
export * from './models/sister-arms.ts';
export * from './models/ur5e.ts';
export {
  loadUrdf,
  maximumUrdfCharacters,
  type UrdfArm,
  type UrdfErrorKind,
  type UrdfOptions,
  type UrdfProblem,
} from './urdf/load-urdf.ts';
export { writeUrdf } from './urdf/write-urdf.ts';
