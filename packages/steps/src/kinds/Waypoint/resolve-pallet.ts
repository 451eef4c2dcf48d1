import { messages } from '@cellwright/domain/messages';
import { resolvePalletTarget } from '@cellwright/domain/pallet';
import type { SpaceItemOf } from '@cellwright/domain/space';
import {
  evaluateNumber,
  type FoundPosition,
  type Resolution,
  type StepPorts,
  targetFailure,
} from '../../framework/index.ts';
import type { PalletConfig } from './contract-args.ts';

/**
 * Returns the current position of a waypoint on a pallet: above a box, at the start of its approach, or at the pick
 * position of a box of its type.
 */
export async function findOnPallet(
  config: PalletConfig | undefined,
  boxes: SpaceItemOf<'palletBoxes'>,
  ports: StepPorts,
): Promise<Resolution<FoundPosition>> {
  const { moveType, selectedBoxType: boxTypeID, selectedPalletBaseID: palletBaseID } = config ?? { moveType: 'box' };
  const layerIndex = await evaluateIndex('selectedLayer', config, ports);
  if (!layerIndex.ok) return layerIndex;
  const boxIndex = await evaluateIndex('selectedBox', config, ports);
  if (!boxIndex.ok) return boxIndex;
  const indexes = { layerIndex: layerIndex.value, boxIndex: boxIndex.value };
  const found = resolvePalletTarget({ moveType, boxTypeID, palletBaseID, ...indexes }, boxes, {
    find: (id) => ports.space.find(id),
    base: ports.motion.basePose(),
  });
  if (!found.ok) return targetFailure(found.error.message);
  return { ok: true, value: { ...found.value.position, isComputed: found.value.isComputed } };
}

async function evaluateIndex(
  field: 'selectedLayer' | 'selectedBox',
  config: PalletConfig | undefined,
  ports: StepPorts,
): Promise<Resolution<number | undefined>> {
  const source = config?.[field];
  if (source === undefined) return { ok: true, value: undefined };
  const index = await evaluateNumber(ports.expressions, source);
  if (!index.ok) return targetFailure(messages.errorInField(`palletConfig.${field}`, index.message));
  return index;
}
