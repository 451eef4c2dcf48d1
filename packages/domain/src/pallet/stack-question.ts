import * as z from 'zod';
import { idSchema } from '../ids.ts';
import { type SpaceItem, type SpaceItemOf, spaceItemSchema } from '../space-item.ts';

/** What is asked about a stack: the boxes, the pallets that they stand on, and what those are anchored to. */
export const stackQuestionSchema = z.object({
  palletBoxesID: idSchema.describe('The palletBoxes item among the space items'),
  spaceItems: z
    .array(spaceItemSchema)
    .min(1)
    .max(1000)
    .describe('The boxes, their pallets, and what these are anchored to; stored or not'),
});

export type StackQuestion = z.infer<typeof stackQuestionSchema>;

/** What has to be asked about boxes, from what is there: what they name, and what that is anchored to. */
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
