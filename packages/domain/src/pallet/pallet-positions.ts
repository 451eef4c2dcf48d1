import {
  composePoses,
  invertPose,
  makePose,
  normalizePose,
  type Pose,
  quaternionFromEulerDegrees,
  type Result,
} from '@cellwright/geometry';
import { palletMessages as messages } from '../messages/pallet-messages.ts';
import type { Position } from '../robot/position.ts';
import { approachOffset } from './box-approach.ts';
import { palletFrame } from './pallet-frame.ts';
import type { BoxType, PalletBaseShape, PalletBoxesShape } from './pallet-shapes.ts';
import { findBox, type PalletRefusal, type StackedBox } from './pallet-stack.ts';

/** A tool that points straight down in the frame of a box: its x (out of the tool) down, its z along the width. */
const toolDown: Pose = makePose([0, 0, 0], { i: 0, j: Math.SQRT1_2, k: 0, w: Math.SQRT1_2 });

export interface BoxQuery {
  readonly boxes: PalletBoxesShape;
  readonly palletBaseID: string;
  readonly base: PalletBaseShape;
  readonly layerIndex: number | undefined;
  readonly boxIndex: number | undefined;
  readonly moveType: 'box' | 'approach';
}

/** A position and its origin: computed from the pattern, or a taught custom one. */
export interface PalletPosition {
  readonly position: Position;
  readonly isComputed: boolean;
}

export type FoundPalletPosition = Result<PalletPosition, PalletRefusal<'palletBase' | 'layer' | 'box' | 'boxType'>>;

/**
 * Returns the tool pose for placing a box or for the start of its approach, in the base frame. A custom position
 * replaces it.
 */
export function findPalletPosition(query: BoxQuery): FoundPalletPosition {
  const { boxes, palletBaseID, base, layerIndex, boxIndex, moveType } = query;
  const found = findBox(boxes, layerIndex, boxIndex);
  if (!found.ok) return found;
  const custom = boxes.customPositions.find(
    (entry) =>
      entry.palletBaseID === palletBaseID &&
      entry.layerIndex === layerIndex &&
      entry.boxIndex === boxIndex &&
      entry.moveType === moveType,
  );
  if (custom) return { ok: true, value: { position: custom.position, isComputed: false } };
  const offset = moveType === 'approach' ? approachOffset(found.value.direction, boxes) : ([0, 0, 0] as const);
  const pose = toolPoseAt(found.value, base, offset);
  const { tcpOption } = found.value.boxType.pickupPosition ?? {};
  return { ok: true, value: { position: { pose, ...(tcpOption !== undefined && { tcpOption }) }, isComputed: true } };
}

/** Returns the tool pose for picking up a box of a type. */
export function findPickupPosition({ boxTypes }: PalletBoxesShape, boxTypeID: string | undefined): FoundPalletPosition {
  const refuse = (message: string) => ({ ok: false, error: { field: 'boxType', message } }) as const;
  if (boxTypeID === undefined) return refuse(messages.boxTypeMustBeSelected);
  const boxType = boxTypes.find(({ id }) => id === boxTypeID);
  if (boxType === undefined) return refuse(messages.boxTypeNotFound);
  const { pickupPosition: position } = boxType;
  if (!position?.pose && !position?.jointAngles) return refuse(messages.pickupPositionNotTaught(boxType.name));
  return { ok: true, value: { position, isComputed: false } };
}

/** Returns the tool pose above a box on the pallet, shifted by mm along the axes of the pallet frame. */
function toolPoseAt({ box, boxType, footprint, topMM }: StackedBox, base: PalletBaseShape, offset: Triple): Pose {
  const topCentre = makePose(
    [(footprint.x + offset[0]) / 1000, (footprint.y + offset[1]) / 1000, (topMM + offset[2]) / 1000],
    quaternionFromEulerDegrees([0, 0, box.rotation]),
  );
  return normalizePose(composePoses(composePoses(palletFrame(base), topCentre), gripOf(boxType)));
}
type Triple = readonly [number, number, number];

/** Returns the tool that holds a box, in the frame of its top centre. */
function gripOf({ offsetX, offsetY, offsetZ }: BoxType): Pose {
  return makePose([offsetX / 1000, offsetY / 1000, offsetZ / 1000], toolDown);
}

/** Returns the centre of a box in the frame of the tooltip that holds it while placing. */
export function heldBoxPose(boxType: BoxType): Pose {
  const centre = makePose([0, 0, -boxType.height / 2000], { i: 0, j: 0, k: 0, w: 1 });
  return normalizePose(composePoses(invertPose(gripOf(boxType)), centre));
}

/**
 * Returns the pose of a tool whose tip points straight down at the reference corner of the pallet, base → tooltip,
 * metres.
 */
export function palletCornerPose(base: PalletBaseShape): Pose {
  const along = base.cornerToPosition === 'left' ? 0 : base.lengthMM / 1000;
  return normalizePose(composePoses(palletFrame(base), makePose([along, 0, 0], toolDown)));
}

/** Returns the centre of a box on the pallet in the base frame (rotated like the box) and its full edges, metres. */
export function solidOf(
  { box, boxType, footprint, bottomMM, topMM }: StackedBox,
  base: PalletBaseShape,
): { readonly pose: Pose; readonly size: [number, number, number] } {
  const centre = makePose(
    [footprint.x / 1000, footprint.y / 1000, (bottomMM + topMM) / 2000],
    quaternionFromEulerDegrees([0, 0, box.rotation]),
  );
  const pose = normalizePose(composePoses(palletFrame(base), centre));
  return { pose, size: [boxType.width / 1000, boxType.depth / 1000, boxType.height / 1000] };
}
