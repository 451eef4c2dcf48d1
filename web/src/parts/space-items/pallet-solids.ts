import { palletFrame, solidOf, stackOf } from '@cellwright/domain/pallet';
import type { SpaceItem, SpaceItemOf } from '@cellwright/domain/space';
import { composePoses, identityPose, type Pose, rotateVec3 } from '@cellwright/geometry';
import type { ArmSolid } from '../arm-view/arm-view-props.ts';

/** Boxes are drawn smaller by this, so that neighbours can be told apart, m. */
const gap = 0.003;

/**
 * Returns the drawn solids of pallets: the pallets themselves, and on them the full stack of the chosen item.
 * @param armBase pose of the arm's base in the world, which items are relative to
 */
export function palletSolids(
  items: readonly SpaceItem[],
  chosenID: string | undefined,
  armBase: Pose = identityPose,
): ArmSolid[] {
  const bases = items.filter((item) => item.kind === 'palletBase');
  const stacked = items.find((item) => item.kind === 'palletBoxes' && item.id === chosenID);
  const solids = bases.flatMap((base) => {
    const own = { ...baseSolid(base), id: base.id, isChosen: base.id === chosenID };
    if (stacked?.kind !== 'palletBoxes' || !stacked.palletBaseIDs.includes(base.id)) return [own];
    return [own, ...stackSolids(stacked, base)];
  });
  return solids.map((solid) => ({ ...solid, pose: composePoses(armBase, solid.pose) }));
}

function baseSolid(base: SpaceItemOf<'palletBase'>) {
  const size = [base.lengthMM / 1000, base.widthMM / 1000, base.heightMM / 1000] as const;
  const centre = { ...identityPose, x: size[0] / 2, y: size[1] / 2, z: -size[2] / 2 };
  return { shape: { kind: 'box', size } as const, pose: composePoses(palletFrame(base), centre) };
}

/**
 * Returns one figure per layer: hundreds of boxes become a few meshes. Every second layer is drawn as chosen, so that
 * layers can be told apart.
 */
function stackSolids(boxes: SpaceItemOf<'palletBoxes'>, base: SpaceItemOf<'palletBase'>): ArmSolid[] {
  return stackOf(boxes).layers.flatMap((layer) => {
    if (!layer || layer.boxes.length === 0) return [];
    const corners = Float32Array.from(layer.boxes.flatMap((box) => cornersOf(solidOf(box, base))));
    const shape = { kind: 'mesh', corners, scale: 1 } as const;
    const isChosen = layer.layerIndex % 2 === 1;
    return [{ id: `${boxes.id}/${base.id}/${layer.layerIndex}`, shape, pose: identityPose, isChosen }];
  });
}

/** Each face as two triangles, by the signs of its corners along x, y and z. */
const faces = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
].flatMap(([x = 0, y = 0, z = 0]) =>
  [1, -1].map((side) => {
    const corner = (u: number, v: number) =>
      x === 1 ? [side, u, v * side] : y === 1 ? [v * side, side, u] : z === 1 ? [u, v * side, side] : [];
    return [corner(-1, -1), corner(1, -1), corner(1, 1), corner(-1, -1), corner(1, 1), corner(-1, 1)];
  }),
);

/** Returns nine numbers per triangle, in the base frame, m. */
function cornersOf({ pose, size }: { readonly pose: Pose; readonly size: readonly [number, number, number] }) {
  const half = size.map((edge) => Math.max(0, edge - gap) / 2);
  return faces.flat().flatMap(([x = 0, y = 0, z = 0]) => {
    const turned = rotateVec3(pose, [x * (half[0] ?? 0), y * (half[1] ?? 0), z * (half[2] ?? 0)]);
    return [turned[0] + pose.x, turned[1] + pose.y, turned[2] + pose.z];
  });
}
