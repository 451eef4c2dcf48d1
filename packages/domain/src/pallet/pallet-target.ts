import { composePoses, invertPose, normalizePose, type Pose } from '@cellwright/geometry';
import { palletMessages as messages } from '../messages/pallet-messages.ts';
import type { SpaceItem, SpaceItemOf } from '../space/space-item.ts';
import { type FoundPalletPosition, findPalletPosition, findPickupPosition } from './pallet-positions.ts';

/** A target on a pallet: above a box, at the start of its approach, or at the pick position of a box type. */
export interface PalletTarget {
  readonly moveType: 'box' | 'approach' | 'pickup';
  readonly palletBaseID?: string | undefined;
  readonly boxTypeID?: string | undefined;
  /** From 1, bottom to top. */
  readonly layerIndex?: number | undefined;
  /** From 1, in the order of placing. */
  readonly boxIndex?: number | undefined;
}

export interface PalletSurroundings {
  readonly find: (id: string) => SpaceItem | undefined;
  /** Base of the arm in the world. */
  readonly base: Pose;
}

/**
 * Resolves the position of a target on a pallet, in the base frame. A pallet stands on the floor and stays there if the
 * base of the arm is not on its stand.
 */
export function resolvePalletTarget(
  target: PalletTarget,
  boxes: SpaceItemOf<'palletBoxes'>,
  { find, base }: PalletSurroundings,
): FoundPalletPosition {
  const { moveType, palletBaseID, boxTypeID, layerIndex, boxIndex } = target;
  if (moveType === 'pickup') return findPickupPosition(boxes, boxTypeID);
  const refuse = (message: string) => ({ ok: false, error: { field: 'palletBase', message } }) as const;
  if (palletBaseID === undefined) return refuse(messages.palletBaseMustBeSelected);
  const pallet = find(palletBaseID);
  if (pallet?.kind !== 'palletBase') return refuse(messages.palletBaseNotFound);
  const found = findPalletPosition({ boxes, palletBaseID, base: pallet, moveType, layerIndex, boxIndex });
  const pose = found.ok && found.value.isComputed ? found.value.position.pose : undefined;
  if (!found.ok || pose === undefined) return found;
  const position = { ...found.value.position, pose: normalizePose(composePoses(invertPose(base), pose)) };
  return { ok: true, value: { position, isComputed: true } };
}
