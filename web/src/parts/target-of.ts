import type { PalletTarget } from '@cellwright/domain/pallet';
import { resolvePalletTarget } from '@cellwright/domain/pallet';
import type { JointAngles, Position, WirePose } from '@cellwright/domain/robot';
import { jointAnglesSchema, poseSchema } from '@cellwright/domain/robot';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import { identityPose } from '@cellwright/geometry';
import * as z from 'zod';

type Args = Readonly<Record<string, unknown>>;

/** Target on a pallet, as far as it is known before the routine plays. */
const palletConfigSchema = z.object({
  moveType: z.enum(['box', 'approach', 'pickup']).default('box'),
  selectedPalletBaseID: z.string().optional(),
  selectedBoxType: z.string().optional(),
  selectedLayer: z.number().optional(),
  selectedBox: z.number().optional(),
});

/**
 * Returns the position that arguments lead to, if it is known in advance: of a space item, one of their own, or a place
 * on a pallet. `items` have their current positions, `armBase` is the pose of the arm's base in the world.
 */
export function targetOf(
  args: Args,
  items: readonly SpaceItem[],
  armBase: WirePose = identityPose,
): Position | undefined {
  const { targetKind, positionListIndex: index = 0 } = args;
  if (targetKind === 'relative' || targetKind === 'expression') return undefined;
  const item = targetKind === 'singlePosition' ? undefined : items.find(({ id }) => id === args.positionListID);
  if (item?.kind === 'palletBoxes') return onPallet(args.palletConfig, item, items, armBase);
  if (item) return typeof index === 'number' ? item.positions[index] : undefined;
  return targetKind === 'positionList' ? undefined : ownPosition(args);
}

/** Returns undefined if a layer or a box is missing, invalid, or computed by an expression. */
function onPallet(
  config: unknown,
  boxes: SpaceItemOf<'palletBoxes'>,
  items: readonly SpaceItem[],
  base: WirePose,
): Position | undefined {
  const known = palletConfigSchema.safeParse(config ?? {});
  if (!known.success) return undefined;
  const { moveType, selectedPalletBaseID, selectedBoxType, selectedLayer, selectedBox } = known.data;
  const target: PalletTarget = {
    moveType,
    palletBaseID: selectedPalletBaseID,
    boxTypeID: selectedBoxType,
    layerIndex: selectedLayer,
    boxIndex: selectedBox,
  };
  const found = resolvePalletTarget(target, boxes, { find: (id) => items.find((each) => each.id === id), base });
  return found.ok ? found.value.position : undefined;
}

function ownPosition(args: Args): Position | undefined {
  const own = Object(args.target);
  const jointAngles: JointAngles | undefined = jointAnglesSchema.safeParse(Reflect.get(own, 'jointAngles')).data;
  const pose: WirePose | undefined = poseSchema.safeParse(Reflect.get(own, 'pose')).data;
  if (!jointAngles && !pose) return undefined;
  return { ...(jointAngles ? { jointAngles } : {}), ...(pose ? { pose } : {}) };
}
