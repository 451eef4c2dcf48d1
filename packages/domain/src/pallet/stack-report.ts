import * as z from 'zod';

export const stackProblemKinds = ['invalid', 'approachBlocked', 'outOfReach', 'cannotBePlaced'] as const;

export const stackProblemSchema = z.object({
  kind: z
    .enum(stackProblemKinds)
    .describe(
      'invalid: the boxes and the pallet do not go together; approachBlocked: the box would come through one that was placed ' +
        'before; outOfReach: no joint angles lead there; cannotBePlaced: the arm, its tool or the box would touch something, or ' +
        'the way from the approach leads beyond what the joints can do',
    ),
  /** Null for problems of the whole pallet. */
  layerIndex: z.number().int().nullable().describe('From 1, bottom to top'),
  boxIndex: z.number().int().nullable().describe('From 1, in the order of placing'),
  message: z.string(),
});
export type StackProblem = z.infer<typeof stackProblemSchema>;

export const palletReportSchema = z.object({
  palletBaseID: z.string(),
  name: z.string(),
  boxCount: z.number().int(),
  judgedCount: z.number().int().describe('Less than boxCount if the time limit was reached'),
  problems: z.array(stackProblemSchema),
});
export type PalletReport = z.infer<typeof palletReportSchema>;

/** Result of the stack check: whether the arm can stack all boxes on each of their pallets in its current setup. */
export const stackReportSchema = z.object({
  palletBoxesID: z.string(),
  pallets: z.array(palletReportSchema),
  /** Computing time, seconds on this machine. */
  computedSeconds: z.number(),
});
export type StackReport = z.infer<typeof stackReportSchema>;
