import { messages } from '@cellwright/domain/messages';
import {
  findBox,
  findLayer,
  findPickupPosition,
  heldBoxPose,
  type StackedBox,
  solidOf,
  stackOf,
} from '@cellwright/domain/pallet';
import type { ShownMatch, ShownThing, SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import { composePoses, normalizePose } from '@cellwright/geometry';
import {
  evaluateNumber,
  type NumberOrExpression,
  type Resolution,
  type StepPorts,
  targetFailure,
} from '../../framework/index.ts';
import type { UpdateVisualizationArgs } from './contract-args.ts';

type Palletizing = UpdateVisualizationArgs['palletizing'];
type PalletBoxes = SpaceItemOf<'palletBoxes'>;

/** Things to show now, and the selection that hides the same. */
export interface MeantThings {
  readonly things: readonly ShownThing[];
  readonly match: ShownMatch;
}

export async function resolveThings(args: UpdateVisualizationArgs, ports: StepPorts): Promise<Resolution<MeantThings>> {
  const item = ports.space.find(args.targetSpaceItemId ?? '');
  if (item === undefined) return targetFailure(messages.targetSpaceItemNotFound);
  if (args.targetKind === 'workpiece') {
    return item.kind === 'palletBoxes'
      ? resolveWorkpiece(args, item, ports)
      : targetFailure(messages.chooseValidSpaceItem);
  }
  return item.kind === 'palletBoxes'
    ? resolveBoxes(args.palletizing, item, ports)
    : resolvePositions(args, item, ports);
}

async function resolveBoxes(
  palletizing: Palletizing,
  item: PalletBoxes,
  ports: StepPorts,
): Promise<Resolution<MeantThings>> {
  const { scope, boxTypeID, palletBaseID, opacity, labels } = palletizing;
  const layerIndex = await evaluateIndex(
    'layerIndex',
    scope === 'allBoxes' ? undefined : palletizing.layerIndex,
    ports,
  );
  if (!layerIndex.ok) return layerIndex;
  const wantedBox = scope === 'specificBox' ? palletizing.boxIndex : undefined;
  const boxIndex = await evaluateIndex('boxIndex', wantedBox, ports);
  if (!boxIndex.ok) return boxIndex;
  const where = { layerIndex: layerIndex.value, boxIndex: boxIndex.value };
  const found = boxesOf(scope, item, where);
  if (!found.ok) return found;
  const things: ShownThing[] = [];
  for (const id of palletBaseID === undefined ? item.palletBaseIDs : [palletBaseID]) {
    const base = ports.space.find(id);
    if (base?.kind !== 'palletBase') return targetFailure(messages.palletBaseNotFound);
    for (const stacked of found.value) {
      if (boxTypeID !== undefined && stacked.boxType.id !== boxTypeID) continue;
      const { layerIndex: layer, boxIndex: box, boxType } = stacked;
      things.push({
        kind: 'box',
        spaceItemID: item.id,
        palletBaseID: id,
        layerIndex: layer,
        boxIndex: box,
        boxTypeID: boxType.id,
        opacity,
        label: labels ? `${layer}.${box}` : null,
        ...solidOf(stacked, base),
      });
    }
  }
  const match: ShownMatch = { kind: 'box', spaceItemID: item.id, palletBaseID, boxTypeID, ...where };
  return { ok: true, value: { things, match } };
}

function boxesOf(
  scope: Palletizing['scope'],
  item: PalletBoxes,
  { layerIndex, boxIndex }: { readonly layerIndex: number | undefined; readonly boxIndex: number | undefined },
): Resolution<readonly StackedBox[]> {
  switch (scope) {
    case 'allBoxes':
      return { ok: true, value: stackOf(item).layers.flatMap((layer) => layer?.boxes ?? []) };
    case 'allBoxesInLayer': {
      const layer = findLayer(item, layerIndex);
      return layer.ok ? { ok: true, value: layer.value.boxes } : targetFailure(layer.error.message);
    }
    case 'specificBox': {
      const box = findBox(item, layerIndex, boxIndex);
      return box.ok ? { ok: true, value: [box.value] } : targetFailure(box.error.message);
    }
  }
}

async function resolvePositions(
  { positionList, palletizing: { opacity, labels } }: UpdateVisualizationArgs,
  item: SpaceItem,
  ports: StepPorts,
): Promise<Resolution<MeantThings>> {
  const isOne = positionList.positionScope === 'specificPosition';
  const index = await evaluateIndex('positionIndex', isOne ? positionList.positionIndex : undefined, ports);
  if (!index.ok) return index;
  const wanted = index.value;
  if (isOne && item.positions[wanted ?? -1] === undefined) return targetFailure(messages.chooseValidListIndex);
  const things = item.positions.flatMap(({ pose, jointAngles, tcpOption = 'auto', name }, positionIndex) => {
    const known = pose ?? (jointAngles && ports.motion.poseOf(jointAngles, tcpOption));
    if (known === undefined || (isOne && positionIndex !== wanted)) return [];
    const label = labels ? (name ?? `${positionIndex}`) : null;
    const shown = { kind: 'position', spaceItemID: item.id, positionIndex, opacity, label } as const;
    return [{ ...shown, pose: inWorld(known, ports) }];
  });
  const match: ShownMatch = { kind: 'position', spaceItemID: item.id, positionIndex: isOne ? wanted : undefined };
  return { ok: true, value: { things, match } };
}

/** Returns a box of the type in the tool or at its pick position. */
function resolveWorkpiece(
  { workpiece, palletizing }: UpdateVisualizationArgs,
  item: PalletBoxes,
  ports: StepPorts,
): Resolution<MeantThings> {
  const { visualizationType, tooltipOption } = workpiece;
  const boxType = item.boxTypes.find(({ id }) => id === (palletizing.boxTypeID ?? item.boxTypes[0]?.id));
  if (boxType === undefined) return targetFailure(messages.boxTypeNotFound);
  const held = heldBoxPose(boxType);
  const match: ShownMatch = { kind: 'workpiece', spaceItemID: item.id, visualizationType };
  const shown = (pose: typeof held): Resolution<MeantThings> => {
    const { width, depth, height } = boxType;
    const thing: ShownThing = {
      ...match,
      kind: 'workpiece',
      visualizationType,
      boxTypeID: boxType.id,
      tcpOption: tooltipOption,
      opacity: palletizing.opacity,
      label: palletizing.labels ? boxType.name : null,
      pose,
      size: [width / 1000, depth / 1000, height / 1000],
    };
    return { ok: true, value: { things: [thing], match } };
  };
  if (visualizationType === 'tooltip') return shown(held);
  const pickup = findPickupPosition(item, boxType.id);
  if (!pickup.ok) return targetFailure(pickup.error.message);
  const { pose, jointAngles, tcpOption = tooltipOption } = pickup.value.position;
  const tool = pose ?? (jointAngles && ports.motion.poseOf(jointAngles, tcpOption));
  return tool
    ? shown(normalizePose(composePoses(inWorld(tool, ports), held)))
    : targetFailure(messages.moveArmTargetNotValid);
}

function inWorld(pose: Parameters<typeof normalizePose>[0], { motion }: StepPorts) {
  return normalizePose(composePoses(motion.basePose(), pose));
}

async function evaluateIndex(
  field: 'layerIndex' | 'boxIndex' | 'positionIndex',
  source: NumberOrExpression | undefined,
  ports: StepPorts,
): Promise<Resolution<number | undefined>> {
  if (source === undefined) return { ok: true, value: undefined };
  const index = await evaluateNumber(ports.expressions, source);
  const part = field === 'positionIndex' ? 'positionList' : 'palletizing';
  return index.ok ? index : targetFailure(messages.errorInField(`${part}.${field}`, index.message));
}
