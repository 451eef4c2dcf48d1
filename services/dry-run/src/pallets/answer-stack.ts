import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { StackReport } from '@cellwright/domain/pallet';
import { resolveSpaceItems } from '@cellwright/domain/space';
import { createStackProver, type StackParts } from './prove-stack.ts';
import { readStackQuestion } from './read-stack-question.ts';

/** Time limit for the check of all pallets of an item, ms; unchecked ones are reported. */
const longestMS = 40_000;

/** Reads a question about a stack, and checks it. @throws ProductError request_failed_validation */
export async function answerStack(question: Uint8Array, parts: StackParts): Promise<StackReport> {
  const begun = parts.measure();
  const { palletBoxesID, spaceItems } = readStackQuestion(question);
  const items = new Map(resolveSpaceItems(spaceItems).map((item) => [item.id, item]));
  const boxes = items.get(palletBoxesID);
  if (boxes?.kind !== 'palletBoxes') {
    throw new ProductError('request_failed_validation', messages.chooseValidSpaceItem);
  }
  const prover = await createStackProver(parts);
  const pallets = await prover.prove({
    boxes,
    palletBaseIDs: boxes.palletBaseIDs,
    find: (id) => items.get(id),
    tcpOption: 'auto',
    isApproached: true,
    isKnown: () => false,
    until: begun + longestMS,
  });
  return { palletBoxesID: boxes.id, pallets, computedSeconds: (parts.measure() - begun) / 1000 };
}
