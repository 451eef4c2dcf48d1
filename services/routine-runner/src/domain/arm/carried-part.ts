import { isDeepStrictEqual } from 'node:util';
import type { WirePose } from '@cellwright/domain/robot';
import type { Obstacle, ObstacleShape, PlanningScene } from '@cellwright/domain/space';
import { type VacuumCommand, vacuumCommandSchema } from '@cellwright/equipment/capabilities';
import {
  composePoses,
  identityPose,
  invertPose,
  type Pose,
  positionOf,
  relativePose,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import type { CellEquipment, SessionLog } from '../cell.ts';

/** Distance from the tooltip within which a part is gripped, m. */
const gripWithin = 0.003;

export interface CarriedPartDeps {
  readonly scene: () => Pick<PlanningScene, 'obstacles' | 'base'>;
  /** Moves a loose part of the scene. @throws ProductError if it is not there */
  readonly movePart: (name: string, pose: Pose) => Promise<unknown>;
  /** Tooltip in the base frame; undefined while the position of the arm is unknown. */
  readonly readTip: () => WirePose | undefined;
  readonly log: SessionLog;
}

/**
 * Returns the devices of a simulated robot whose vacuum gripper carries loose parts: one that grips takes the part at
 * the tooltip, and puts it where it releases. Until then the part is shown where it lay.
 */
export function carryLooseParts<Equipment extends Pick<CellEquipment, 'actuate'>>(
  equipment: Equipment,
  deps: CarriedPartDeps,
): Equipment {
  const { scene, movePart, readTip, log } = deps;
  let carried: { readonly name: string; readonly lay: Pose; readonly inTool: Pose } | undefined;
  let vacuum: VacuumCommand['suction'] = {};
  const readWorldTip = (): Pose | undefined => {
    const tip = readTip();
    return tip && composePoses(scene().base ?? identityPose, tip);
  };
  const grip = (): void => {
    const tip = readWorldTip();
    const part = tip && findPartAt(scene().obstacles, positionOf(tip));
    carried = part && { name: part.name, lay: part.pose, inTool: relativePose(tip, part.pose) };
  };
  const release = (): void => {
    const tip = readWorldTip();
    const part = carried;
    carried = undefined;
    // A client that moved it took it out of the gripper.
    const isHeld = scene().obstacles.some(({ name, pose }) => name === part?.name && isDeepStrictEqual(pose, part.lay));
    if (!tip || !part || !isHeld) return;
    // The step does not wait for the scene: only cameras and people look at it.
    movePart(part.name, composePoses(tip, part.inTool)).catch((error: unknown) =>
      log.warn('a loose part was not put down', { part: part.name, error }),
    );
  };
  return {
    ...equipment,
    async actuate(request, signal) {
      const result = await equipment.actuate(request, signal);
      if (!result.ok || request.capability !== 'vacuum') return result;
      // A channel without a value keeps its vacuum.
      vacuum = { ...vacuum, ...vacuumCommandSchema.parse(request.command).suction };
      if (!holds(vacuum)) release();
      else if (!carried) grip();
      return result;
    },
  };
}

function holds({ A = 0, B = 0 }: VacuumCommand['suction']): boolean {
  return A > 0 || B > 0;
}

/** Returns the smallest loose part at a point: what it lies on is near, too. */
function findPartAt(obstacles: readonly Obstacle[], point: Vec3): Obstacle | undefined {
  const near = obstacles.filter(
    ({ isLoose, shape, pose }) => isLoose && isNear(shape, transformPoint(invertPose(pose), point)),
  );
  return near.sort((one, other) => spanOf(one.shape) - spanOf(other.shape))[0];
}

function isNear(shape: ObstacleShape, [x, y, z]: Vec3): boolean {
  switch (shape.kind) {
    case 'box':
      return [x, y, z].every((value, axis) => Math.abs(value) <= (shape.size[axis] ?? 0) / 2 + gripWithin);
    case 'sphere':
      return Math.hypot(x, y, z) <= shape.radius + gripWithin;
    case 'cylinder':
      return Math.hypot(x, y) <= shape.radius + gripWithin && Math.abs(z) <= shape.length / 2 + gripWithin;
    case 'capsule':
    case 'convex':
    case 'mesh':
      return false;
  }
}

/** Longest side of what can be gripped, m. */
function spanOf(shape: ObstacleShape): number {
  switch (shape.kind) {
    case 'box':
      return Math.max(...shape.size);
    case 'sphere':
      return 2 * shape.radius;
    case 'cylinder':
      return Math.max(2 * shape.radius, shape.length);
    default:
      return Number.POSITIVE_INFINITY;
  }
}
