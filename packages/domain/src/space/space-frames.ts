import { composePoses, gridPositions, invertPose, normalizePose, type Pose } from '@cellwright/geometry';
import { movePallet, palletFrame } from '../pallet/pallet-frame.ts';
import type { Position, WirePose } from '../robot/position.ts';
import { type CalibrationEntry, cornersOf, planeThrough, type SpaceItem } from './space-item.ts';

/** Movement below which a frame counts as unchanged: metres, and radians. */
const standsStill = 1e-7;

/** Returns an item with its derived fields: the positions of a grid. */
export function completeSpaceItem(item: SpaceItem): SpaceItem {
  if (item.kind !== 'gridPositionList') return item;
  const grid = gridPositions(cornersOf(item), item.numRows, item.numColumns);
  if (!grid.ok) return item;
  const { tcpOption } = item.cornerA ?? item.cornerB ?? {};
  const tool = tcpOption === undefined ? {} : { tcpOption };
  return { ...item, positions: grid.value.map((pose) => ({ pose: normalizePose(pose), ...tool })) };
}

/**
 * Returns the frame of an item in the base frame: for a plane the one through its three positions, for an object its
 * pose, for a pallet that of its top surface, for anything else that of its first position. Undefined while it is not
 * taught.
 */
export function frameOfSpaceItem(item: SpaceItem): WirePose | undefined {
  if (item.kind === 'plane') {
    const plane = planeThrough(item.positions);
    return plane?.ok ? plane.value : undefined;
  }
  if (item.kind === 'environmentObject') return item.pose;
  if (item.kind === 'palletBase') return palletFrame(item);
  return completeSpaceItem(item).positions[0]?.pose;
}

/**
 * Returns the items as they are used: grids with their positions, and anchored items moved with their anchor's frame.
 * If the anchor is missing or anchors form a cycle, an item stays at its taught position.
 */
export function resolveSpaceItems(items: readonly SpaceItem[]): SpaceItem[] {
  const sources = new Map(items.map((item) => [item.id, item]));
  const resolved = new Map<string, SpaceItem>();
  return items.map((item) => resolveItem(item, sources, resolved));
}

function resolveItem(
  first: SpaceItem,
  sources: ReadonlyMap<string, SpaceItem>,
  resolved: Map<string, SpaceItem>,
): SpaceItem {
  // Follows the anchors iteratively, because a chain can be long.
  const chain: SpaceItem[] = [];
  for (
    let next: SpaceItem | undefined = first;
    next && !resolved.has(next.id) && !chain.includes(next);
    next = next.anchoredToID === undefined ? undefined : sources.get(next.anchoredToID)
  ) {
    chain.push(next);
  }
  for (const item of chain.reverse()) {
    const anchor = item.anchoredToID === undefined ? undefined : resolved.get(item.anchoredToID);
    resolved.set(item.id, followAnchor(completeSpaceItem(item), anchor && frameOfSpaceItem(anchor)));
  }
  return resolved.get(first.id) ?? first;
}

/**
 * Moves the item like its anchor moved since it was taught, and stores the anchor's current frame; joint angles are
 * dropped.
 */
export function followAnchor(item: SpaceItem, anchorFrame: WirePose | undefined): SpaceItem {
  if (anchorFrame === undefined) return item;
  if (item.anchorPose === undefined) return { ...item, anchorPose: anchorFrame };
  const motion = composePoses(anchorFrame, invertPose(normalizePose(item.anchorPose)));
  if (isStill(motion)) return item;
  const moved = mapSpaceItem(item, (given) => normalizePose(composePoses(motion, given)));
  return { ...moved, anchorPose: anchorFrame };
}

function isStill(motion: Pose): boolean {
  const { x, y, z, i, j, k } = motion;
  return Math.hypot(x, y, z) < standsStill && 2 * Math.hypot(i, j, k) < standsStill;
}

/** Returns an item with other poses; joint angles of positions that have a pose are dropped. */
export function mapSpaceItem(item: SpaceItem, pose: (given: WirePose) => WirePose): SpaceItem {
  const position = (given: Position) => movePosition(given, pose);
  const entries = (given: readonly CalibrationEntry[] | undefined) =>
    given && { calibrationEntries: given.map((entry) => moveEntry(entry, pose)) };
  const moved = { ...item, positions: item.positions.map(position) };
  switch (moved.kind) {
    case 'gridPositionList': {
      const { cornerA, cornerB, cornerC, cornerD } = moved;
      return {
        ...moved,
        cornerA: cornerA && position(cornerA),
        cornerB: cornerB && position(cornerB),
        cornerC: cornerC && position(cornerC),
        cornerD: cornerD && position(cornerD),
      };
    }
    case 'environmentObject':
      return { ...moved, pose: moved.pose && pose(moved.pose) };
    case 'plane':
    case 'localAccuracyCalibration':
      return { ...moved, ...entries(moved.calibrationEntries) };
    case 'palletBase':
      return movePallet(moved, pose);
    case 'palletBoxes':
      return {
        ...moved,
        boxTypes: moved.boxTypes.map((type) => ({
          ...type,
          pickupPosition: type.pickupPosition && position(type.pickupPosition),
        })),
        customPositions: moved.customPositions.map((custom) => ({ ...custom, position: position(custom.position) })),
      };
    default:
      return moved;
  }
}

/** Taught joint angles lead to the old position, not to the current one. */
function movePosition(position: Position, pose: (given: WirePose) => WirePose): Position {
  if (position.pose === undefined) return position;
  const { jointAngles: _, wristPose, ...others } = position;
  return { ...others, pose: pose(position.pose), ...(wristPose && { wristPose: pose(wristPose) }) };
}

function moveEntry({ rawPose, calibratedPose }: CalibrationEntry, pose: (given: WirePose) => WirePose) {
  const [raw, calibrated] = [pose(rawPose), pose(calibratedPose)];
  const offset = { x: calibrated.x - raw.x, y: calibrated.y - raw.y, z: calibrated.z - raw.z };
  return { rawPose: raw, calibratedPose: calibrated, offset };
}
