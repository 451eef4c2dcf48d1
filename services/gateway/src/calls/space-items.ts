import { provePallets } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  followAnchor,
  frameOfSpaceItem,
  resolveSpaceItems,
  type SpaceItem,
  spaceItemSchema,
  teachSpaceItem,
  teachTargetSchema,
} from '@cellwright/domain/space';
import { anyEntity, type Subject } from '@cellwright/entities';
import { type CallClient, type CallHandlers, JsonText, readDocument } from '@cellwright/service-kit/calls';
import type { EntityAccess } from '../domain/entity-access.ts';
import type { SessionClient } from '../rpc/session-client.ts';
import { subjectOfAuthor } from './subject-of-author.ts';

const entity = anyEntity('globalSpace');

/** Longer chains of anchors are rejected when they are saved. */
const maxChainLength = 100;

export interface SpaceItemDeps {
  readonly dryRun: Pick<CallClient, 'send'>;
  readonly sessionClient: Pick<SessionClient, 'getPosition'>;
  readonly access: EntityAccess;
}

/** Creates calls that join space items from the library with data of the robot from the runner. */
export function createSpaceItemCalls({
  sessionClient,
  access,
  dryRun,
}: SpaceItemDeps): Pick<CallHandlers<'gateway'>, 'teachItem' | 'proveStoredPallets'> {
  return {
    teachItem: async ({ id, robotKind }, { author, document, idempotencyKey }) => {
      const target = readDocument(teachTargetSchema, document);
      const subject = subjectOfAuthor(author);
      const { jointAngles, pose } = await sessionClient.getPosition(robotKind);
      const { item, version } = await readItem(access, id, subject);
      const taught = teachSpaceItem(await settle(access, item, subject), target, { jointAngles, pose });
      if (!taught.ok) throw new ProductError('request_failed_validation', taught.error);
      const change = { json: Buffer.from(JSON.stringify(taught.value)), isMerge: false, expectedVersion: version };
      const saved = await access.save(entity, id, change, subject, idempotencyKey);
      return { item: parseItem(saved.json), version: saved.version };
    },
    proveStoredPallets: async ({ id, robotKind }, { author, signal }) => {
      const spaceItems = await readStack(access, id, subjectOfAuthor(author));
      const document = Buffer.from(JSON.stringify({ palletBoxesID: id, spaceItems }));
      const { outputJson } = await dryRun.send(provePallets, { robotKind }, { document }, { signal });
      return new JsonText(outputJson.toString('utf8'));
    },
  };
}

/** Reads the item, the existing pallets that it names, and all their anchors. */
async function readStack(access: EntityAccess, id: string, subject: Subject): Promise<SpaceItem[]> {
  const { item } = await readItem(access, id, subject);
  if (item.kind !== 'palletBoxes') throw new ProductError('request_failed_validation', messages.chooseValidSpaceItem);
  const found = new Map<string, SpaceItem>([[item.id, item]]);
  for (let next of [...item.palletBaseIDs, item.anchoredToID]) {
    for (let links = 0; next !== undefined && !found.has(next) && links < maxChainLength; links += 1) {
      const named: SpaceItem | undefined = await readItem(access, next, subject).then(({ item }) => item, ifNotFound);
      if (named) found.set(named.id, named);
      next = named?.anchoredToID;
    }
  }
  return [...found.values()];
}

/** The named item may have been removed since. */
function ifNotFound(error: unknown): undefined {
  if (!(error instanceof ProductError) || error.code !== 'not_found') throw error;
}

async function readItem(access: EntityAccess, id: string, subject: Subject) {
  const { json, version } = await access.get(entity, id, undefined, subject);
  return { item: parseItem(json), version };
}

/** Returns an item at the current pose of its anchor: it is taught relative to it. */
async function settle(access: EntityAccess, item: SpaceItem, subject: Subject): Promise<SpaceItem> {
  const anchors: SpaceItem[] = [];
  for (let id = item.anchoredToID; id !== undefined && anchors.length < maxChainLength; ) {
    const anchor: SpaceItem = (await readItem(access, id, subject)).item;
    anchors.push(anchor);
    id = anchor.anchoredToID;
  }
  const [anchor] = resolveSpaceItems(anchors);
  return anchor === undefined ? item : followAnchor(item, frameOfSpaceItem(anchor));
}

function parseItem(json: Uint8Array): SpaceItem {
  return spaceItemSchema.parse(JSON.parse(Buffer.from(json).toString('utf8')));
}
