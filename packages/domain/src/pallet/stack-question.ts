import * as z from 'zod';
import { idSchema } from '../basics/ids.ts';
import { type SpaceItem, type SpaceItemOf, spaceItemSchema } from '../space/space-item.ts';

/** Input of the stack check: the boxes, the pallets under them, and the anchors of the pallets. */
export const stackQuestionSchema = z.object({
  palletBoxesID: idSchema.describe('The palletBoxes item among the space items'),
  spaceItems: z
    .array(spaceItemSchema)
    .min(1)
    .max(1000)
    .describe('The boxes, their pallets and the items they are anchored to; stored or not'),
});

export type StackQuestion = z.infer<typeof stackQuestionSchema>;

/** Collects the input of the stack check for boxes: the items that they name, and the anchors of those. */
export function stackQuestionOf(
  boxes: SpaceItemOf<'palletBoxes'>,
  find: (id: string) => SpaceItem | undefined,
): StackQuestion {
  const named = new Map<string, SpaceItem>([[boxes.id, boxes]]);
  for (let next of [...boxes.palletBaseIDs, boxes.anchoredToID]) {
    while (next !== undefined && !named.has(next)) {
      const found: SpaceItem | undefined = find(next);
      if (found) named.set(found.id, found);
      next = found?.anchoredToID;
    }
  }
  return { palletBoxesID: boxes.id, spaceItems: [...named.values()] };
}
