import { ProductError } from '@cellwright/domain/basics';
import {
  checkSpaceItem,
  completeSpaceItem,
  frameOfSpaceItem,
  resolveSpaceItems,
  type SpaceItem,
} from '@cellwright/domain/space';
import type { EntityHooks } from '@cellwright/service-kit/entities';
import * as z from 'zod';
import type { DocumentThread } from '../domain/operation-types.ts';

export type FindSpaceItem = (id: string) => Promise<SpaceItem | undefined>;

/** Returns the reason why an object cannot have a file; undefined if it can. */
export type CheckFile = (fileURL: string | undefined, exceptID: string) => Promise<string | undefined>;

/** Maximum length of a chain of anchors; a longer chain is a mistake and would slow a save down. */
const longestChain = 100;

/**
 * Creates the hooks of space items: references exist, grids have their positions, anchored items store the initial pose
 * of the anchor.
 */
export function createSpaceItemHooks(
  thread: DocumentThread,
  find: FindSpaceItem,
  checkFile: CheckFile,
): EntityHooks<SpaceItem> {
  const complete = async (item: SpaceItem, previous?: SpaceItem) => {
    const wrong = item.kind === 'environmentObject' ? await checkFile(item.fileURL, item.id) : undefined;
    if (wrong !== undefined) refuse(wrong, 'fileURL');
    return { ...(await completeItem(item, previous, find)), global: true };
  };
  return {
    async prepare(draft) {
      if (saysLocal(draft.text))
        refuse("Space items of the cell are global. Send 'global: true', or omit it", 'global');
      const size = draft.text.length + (draft.previous?.length ?? 0);
      return thread.run('prepareEntity', { name: 'globalSpace', draft }, size);
    },
    // Older stored items may have `global: false`.
    present: () => ({ global: true }),
    beforeCreate: (item) => complete(item),
    beforeSave: complete,
  };
}

/** True if a client sent `global: false`; the default of the schema would hide it. */
function saysLocal(text: string): boolean {
  return text.includes('"global"') && localSchema.safeParse(readJson(text)).success;
}

const localSchema = z.looseObject({ global: z.literal(false) });

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function completeItem(item: SpaceItem, previous: SpaceItem | undefined, find: FindSpaceItem): Promise<SpaceItem> {
  const named = await readNamed(item, find);
  const problem = checkSpaceItem(item, (id) => named.get(id));
  if (problem) refuse(problem.message, problem.fieldId);
  return completeSpaceItem(anchor(item, previous, named));
}

function refuse(message: string, fieldId: string): never {
  throw new ProductError('request_failed_validation', message, {
    problems: [{ kind: 'invalidConfiguration', message, fieldId }],
  });
}

/** Returns the anchors of an item, recursively, its plane, and the pallets under boxes. */
async function readNamed(item: SpaceItem, find: FindSpaceItem): Promise<ReadonlyMap<string, SpaceItem>> {
  const named = new Map([[item.id, item]]);
  const planeID = item.kind === 'visionPositionList' ? item.planeID : undefined;
  const bases = item.kind === 'palletBoxes' ? item.palletBaseIDs : [];
  for (const id of [planeID, ...bases]) {
    const found = id === undefined ? undefined : await find(id);
    if (found) named.set(found.id, found);
  }
  for (let id = item.anchoredToID; id !== undefined && !named.has(id) && named.size < longestChain; ) {
    const anchored = await find(id);
    if (anchored) named.set(id, anchored);
    id = anchored?.anchoredToID;
  }
  return named;
}

/** Stores the current pose of a new anchor in the item. */
function anchor(item: SpaceItem, previous: SpaceItem | undefined, named: ReadonlyMap<string, SpaceItem>): SpaceItem {
  if (item.anchoredToID === undefined) return { ...item, anchorPose: undefined };
  const isKept = previous === undefined || previous.anchoredToID === item.anchoredToID;
  if (isKept && item.anchorPose !== undefined) return item;
  // An anchor sent together with its pose keeps that pose.
  const isGiven = JSON.stringify(item.anchorPose) !== JSON.stringify(previous?.anchorPose);
  if (isGiven && item.anchorPose !== undefined) return item;
  const found = resolveSpaceItems([...named.values()]).find(({ id }) => id === item.anchoredToID);
  return { ...item, anchorPose: found && frameOfSpaceItem(found) };
}
