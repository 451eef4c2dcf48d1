import { messages } from '@cellwright/domain/messages';
import { blockedApproaches, findBox, findLayer, findPickupPosition, fitsOnPallet } from '@cellwright/domain/pallet';
import type { SpaceItemOf } from '@cellwright/domain/space';
import { type CheckEnvironment, type FieldProblem, invalid } from '../../framework/index.ts';
import type { PalletConfig } from './contract-args.ts';

type PalletBoxes = SpaceItemOf<'palletBoxes'>;

/** Checks a waypoint whose position list is the boxes of a pallet, as far as possible before it is played. */
export function checkPallet(
  config: PalletConfig | undefined,
  boxes: PalletBoxes,
  environment: CheckEnvironment,
): FieldProblem[] {
  const { moveType, selectedBoxType, selectedPalletBaseID } = config ?? { moveType: 'box' };
  if (moveType === 'pickup') {
    const found = findPickupPosition(boxes, selectedBoxType);
    return found.ok ? [] : [problem('selectedBoxType', found.error.message)];
  }
  if (selectedPalletBaseID === undefined) {
    return [problem('selectedPalletBaseID', messages.palletBaseMustBeSelected)];
  }
  const base = environment.spaceItems.get(selectedPalletBaseID);
  if (base?.kind !== 'palletBase') return [problem('selectedPalletBaseID', messages.palletBaseNotFound)];
  return [
    ...(fitsOnPallet(boxes, base) ? [] : [problem('selectedPalletBaseID', messages.palletBaseTooSmall)]),
    ...checkIndexes(config, boxes),
    ...(moveType === 'approach' ? checkApproaches(config, boxes) : []),
  ];
}

/** An index from an expression is checked while playing. */
function checkIndexes(config: PalletConfig | undefined, boxes: PalletBoxes): FieldProblem[] {
  const { selectedLayer, selectedBox } = config ?? {};
  if (selectedLayer === undefined) return [problem('selectedLayer', messages.invalidLayerOrBox)];
  if (selectedBox === undefined) return [problem('selectedBox', messages.invalidLayerOrBox)];
  if (typeof selectedLayer === 'object') return [];
  const isLayerOnly = typeof selectedBox === 'object';
  const found = isLayerOnly ? findLayer(boxes, selectedLayer) : findBox(boxes, selectedLayer, selectedBox);
  if (found.ok) return [];
  const { field, message } = found.error;
  return [problem(field === 'layer' ? 'selectedLayer' : 'selectedBox', message)];
}

/** Reports the first box with a blocked approach, in the layer if it is known. */
function checkApproaches(config: PalletConfig | undefined, boxes: PalletBoxes): FieldProblem[] {
  const { selectedLayer } = config ?? {};
  const blocked = blockedApproaches(boxes).find(
    ({ layerIndex }) => typeof selectedLayer !== 'number' || layerIndex === selectedLayer,
  );
  return blocked ? [invalid('positionListID', blocked.message)] : [];
}

function problem(field: keyof PalletConfig, message: string): FieldProblem {
  return invalid(`palletConfig.${field}`, message);
}
