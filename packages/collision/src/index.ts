/**
 * The collision world of an arm: signed clearance that is never overestimated, between the arm's parts, attachments and
 * obstacles; and motions that are proved clear, not sampled. Pure. Metres, radians; world frame unless specified.
 */

export type { Attachment } from './arm-compiler.ts';
export {
  type AttachResult,
  type Clearance,
  CollisionWorld,
  type CollisionWorldOptions,
  type ConfigurationCheck,
  type Contact,
  type CreateWorldResult,
  type MotionCheck,
  type NamedPair,
} from './collision-world.ts';
export { type ArmDescription, describeArm, describeUnchecked, fitMeshes, type MeshData } from './describe-arm.ts';
export { describeBody } from './describe-body.ts';
export { fitCapsule } from './fit.ts';
export { prepareMesh } from './mesh-field.ts';
export { unresolvedAngle } from './motion-checker.ts';
export type { AddObstacleResult, ObstacleProblem } from './obstacle-set.ts';
export { createRandom, type Random } from './random.ts';
export type { JointDescription, LinkDescription, LinkPair, RobotDescription } from './robot-description.ts';
export type { RobotModel, RobotProblem } from './robot-model.ts';
export { applyScene, obstacleNameOf, placeObstacle } from './scene/scene-world.ts';
export {
  createArmWorld,
  createSelfCollisionChecker,
  type PathCheck,
  placePrimitive,
  type SelfCollisionChecker,
  type SelfCollisionOptions,
} from './self-collision.ts';
export {
  findShapeProblem,
  maximumHullVertices,
  maximumMeshTriangles,
  type PlacedShape,
  type PreparedMesh,
  type Shape,
  type ShapeProblem,
} from './shapes.ts';
export type { StandingContact } from './standing-contacts.ts';
