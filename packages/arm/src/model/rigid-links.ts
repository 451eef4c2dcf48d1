import type { ArmModel } from './arm-model.ts';

/**
 * Returns the fixed links: the root and the links between it and the first joint. They may touch the surface below
 * them.
 */
export function standingLinksOf(model: ArmModel): readonly string[] {
  return fixedTo(model, [model.joints[0]?.parent ?? model.root]);
}

/** Returns the links that a tool is bolted to: the last two, and every frame fixed to the last. */
export function flangeLinksOf({ joints, fixedFrames, tip }: ArmModel): readonly string[] {
  const last = joints.at(-1);
  if (!last) return [tip];
  return [...new Set([last.parent, ...fixedTo({ joints, fixedFrames }, [last.child])])];
}

/** Returns all links that fixed frames join to some links, in either direction. */
function fixedTo({ fixedFrames }: Pick<ArmModel, 'joints' | 'fixedFrames'>, start: readonly string[]): string[] {
  const found = new Set(start);
  for (let size = 0; size < found.size; ) {
    size = found.size;
    for (const { parent, child } of fixedFrames) {
      if (found.has(parent)) found.add(child);
      if (found.has(child)) found.add(parent);
    }
  }
  return [...found];
}
