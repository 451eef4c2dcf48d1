import type { Position, WirePose } from '@cellwright/domain/robot';
import { type SpaceItem, type SpaceItemOf, spaceItemSchema, type TeachTarget } from '@cellwright/domain/space';
import { distancePoses } from '@cellwright/geometry';

/** Displacement of a position that is taught again, in metres and radians. */
export interface Displacement {
  readonly translation: number;
  readonly rotation: number;
}

/** Displacements beyond these are confirmed before they are stored. */
const confirmBeyond: Displacement = { translation: 0.02, rotation: Math.PI / 18 };

export function needsConfirmation({ translation, rotation }: Displacement): boolean {
  return translation > confirmBeyond.translation || rotation > confirmBeyond.rotation;
}

type PoseOfJoints = (joints: readonly number[]) => WirePose;

/**
 * Returns how far a target of an item is displaced; undefined if it was not taught before.
 * @param poseOfJoints computes the pose of positions that have joint angles only.
 */
export function measureReteach(
  before: SpaceItem,
  after: SpaceItem,
  target: TeachTarget,
  poseOfJoints: PoseOfJoints,
): Displacement | undefined {
  return measurePositions(findTaught(before, target), findTaught(after, target), poseOfJoints);
}

/** Returns the displacement between two positions; undefined if one of them is not taught. */
export function measurePositions(
  before: Position | undefined,
  after: Position | undefined,
  poseOfJoints: PoseOfJoints,
): Displacement | undefined {
  const [from, to] = [before, after].map(
    (position) => position?.pose ?? (position?.jointAngles && poseOfJoints(position.jointAngles)),
  );
  return from && to && distancePoses(from, to);
}

function findTaught(item: SpaceItem, target: TeachTarget): Position | undefined {
  switch (target.part) {
    case 'position':
      return target.index === undefined ? undefined : item.positions[target.index];
    case 'pose':
      return item.kind === 'environmentObject' ? { pose: item.pose } : undefined;
    case 'palletCorner':
      return item.kind === 'palletBase' ? cornerOf(item) : undefined;
    case 'pickup':
      return item.kind === 'palletBoxes'
        ? item.boxTypes.find(({ id }) => id === target.boxTypeID)?.pickupPosition
        : undefined;
    default:
      return item.kind === 'gridPositionList' ? item[target.part] : undefined;
  }
}

/** Returns the corner of a pallet; undefined if it is the default. */
function cornerOf(base: SpaceItemOf<'palletBase'>): Position | undefined {
  const { id, name, kind, cornerXMM, cornerYMM, floorToPalletDistanceMM } = base;
  const untaught = spaceItemSchema.parse({ id, name, kind });
  if (untaught.kind === kind && untaught.cornerXMM === cornerXMM && untaught.cornerYMM === cornerYMM) return undefined;
  const [x, y, z] = [cornerXMM / 1000, cornerYMM / 1000, floorToPalletDistanceMM / 1000];
  return { pose: { x, y, z, i: 0, j: 0, k: 0, w: 1 } };
}
