import { palletMessages as messages } from '../messages/pallet-messages.ts';
import { spaceMessages } from '../messages/space-messages.ts';
import { checkPalletBoxes, fitsOnPallet } from '../pallet/pallet-rules.ts';
import { frameOfSpaceItem } from './space-frames.ts';
import type { SpaceItem } from './space-item.ts';

/** A problem with a field of an item that its own schema cannot detect. */
export interface SpaceItemProblem {
  readonly fieldId: string;
  readonly message: string;
}

/**
 * Checks the references of an item: its anchor, the plane of camera positions, and the pallets of boxes, which have to
 * be large enough.
 */
export function checkSpaceItem(
  item: SpaceItem,
  find: (id: string) => SpaceItem | undefined,
): SpaceItemProblem | undefined {
  return checkAnchor(item, find) ?? checkPlane(item, find) ?? checkPallet(item, find);
}

function checkAnchor(item: SpaceItem, find: (id: string) => SpaceItem | undefined): SpaceItemProblem | undefined {
  const { anchoredToID, name } = item;
  if (anchoredToID === undefined) return undefined;
  const refuse = (message: string) => ({ fieldId: 'anchoredToID', message });
  if (anchoredToID === item.id) return refuse(spaceMessages.anchoredToItself(name));
  const anchor = find(anchoredToID);
  if (anchor === undefined) return refuse(spaceMessages.noAnchor(anchoredToID, name));
  if (isAnchoredTo(anchor, item.id, find)) {
    return refuse(spaceMessages.anchoredInACircle(anchor.name, name));
  }
  if (frameOfSpaceItem(anchor) === undefined) {
    return refuse(spaceMessages.anchorNotTaught(anchor.name, name));
  }
  const fixed = item.positions.findIndex(({ jointAngles, pose }) => jointAngles !== undefined && pose === undefined);
  if (fixed === -1) return undefined;
  return refuse(spaceMessages.positionWithoutPose(fixed + 1, name));
}

/** True if an item follows the one with this id, through any number of anchors. */
export function isAnchoredTo(item: SpaceItem, id: string, find: (id: string) => SpaceItem | undefined): boolean {
  const seen = new Set<string>();
  for (let next: SpaceItem | undefined = item; next && !seen.has(next.id); ) {
    if (next.anchoredToID === id) return true;
    seen.add(next.id);
    next = next.anchoredToID === undefined ? undefined : find(next.anchoredToID);
  }
  return false;
}

function checkPlane(item: SpaceItem, find: (id: string) => SpaceItem | undefined): SpaceItemProblem | undefined {
  if (item.kind !== 'visionPositionList' || item.planeID === undefined) return undefined;
  if (find(item.planeID)?.kind === 'plane') return undefined;
  return { fieldId: 'planeID', message: spaceMessages.referenceNotAPlane(item.name) };
}

function checkPallet(item: SpaceItem, find: (id: string) => SpaceItem | undefined): SpaceItemProblem | undefined {
  if (item.kind !== 'palletBoxes') return undefined;
  const problem = checkPalletBoxes(item);
  if (problem) return problem;
  for (const [index, id] of item.palletBaseIDs.entries()) {
    const base = find(id);
    const fieldId = `palletBaseIDs.${index}`;
    if (base?.kind !== 'palletBase') return { fieldId, message: messages.palletBaseNotFound };
    if (!fitsOnPallet(item, base)) return { fieldId, message: messages.palletBaseTooSmall };
  }
  return undefined;
}
