import { provePallets } from '@cellwright/calls';
import {
  currentSpaceItemSchema,
  followAnchor,
  frameOfSpaceItem,
  messages,
  ProductError,
  resolveSpaceItems,
  robotKindSchema,
  type SpaceItem,
  spaceItemSchema,
  stackReportSchema,
  teachSpaceItem,
  teachTargetSchema,
} from '@cellwright/domain';
import { anyEntity, type Subject } from '@cellwright/entities';
import type { CallClient } from '@cellwright/service-kit/calls';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import type { EntityAccess } from '../domain/entity-access.ts';
import { httpDoorOf } from '../http/audit-refusals.ts';
import { idempotencyKeyOf } from '../http/authentication.ts';
import { sendJsonText } from '../http/documents.ts';
import { untilClientLeaves } from '../http/leaving.ts';
import { idParams } from '../http/schemas.ts';
import type { SessionClient } from '../rpc/session-client.ts';

const tags = ['Space items'];
const entity = anyEntity('globalSpace');
const robotSchema = z.object({ robotKind: robotKindSchema.default('simulated') });
const taughtSchema = z.object({ item: currentSpaceItemSchema, version: z.number() });

/** Longer chains of anchors are refused when they are saved. */
const longestChain = 100;

export interface SpaceItemRoutesDeps {
  readonly runner: Pick<CallClient, 'send'>;
  readonly sessionClient: Pick<SessionClient, 'getPosition'>;
  readonly access: EntityAccess;
}

/** `/api/v1/cell/space-items`: teaching; storing is in entities.ts. */
export async function spaceItemRoutes(
  instance: FastifyInstance,
  { sessionClient, access, runner }: SpaceItemRoutesDeps,
) {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  addStackRoute(instance, access, runner);
  app.post(
    '/space-items/:id/teach',
    {
      schema: {
        tags,
        summary: 'Teach a space item from where the arm is',
        description:
          'Puts joint angles and tool pose of the robot into a position (without an index: one more, or the only one), a corner of a grid, or the pose of an object.',
        params: idParams,
        querystring: robotSchema,
        body: teachTargetSchema,
        response: { 200: taughtSchema },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { identity } = request;
      if (!identity) throw new ProductError('authorization_required', 'Sign in first');
      const subject: Subject = { ...identity, door: httpDoorOf(identity) };
      const { jointAngles, pose } = await sessionClient.getPosition(request.query.robotKind);
      const { item, version } = await readItem(access, id, subject);
      const taught = teachSpaceItem(await settle(access, item, subject), request.body, { jointAngles, pose });
      if (!taught.ok) throw new ProductError('request_failed_validation', taught.message);
      const change = { json: Buffer.from(JSON.stringify(taught.item)), isMerge: false, expectedVersion: version };
      const saved = await access.save(entity, id, change, subject, idempotencyKeyOf(request));
      return { item: parseItem(saved.json), version: saved.version };
    },
  );
}

/** Whether stored boxes can be stacked. */
function addStackRoute(instance: FastifyInstance, access: EntityAccess, runner: SpaceItemRoutesDeps['runner']): void {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/space-items/:id/prove',
    {
      schema: {
        tags,
        summary: 'Prove that the boxes of a space item can be stacked on its pallets',
        description: provePallets.description ?? '',
        params: idParams,
        querystring: robotSchema,
        response: { 200: stackReportSchema },
      },
    },
    async ({ params, query, identity }, reply) => {
      if (!identity) throw new ProductError('authorization_required', 'Sign in first');
      const spaceItems = await readStack(access, params.id, { ...identity, door: httpDoorOf(identity) });
      const document = Buffer.from(JSON.stringify({ palletBoxesID: params.id, spaceItems }));
      const options = { signal: untilClientLeaves(reply) };
      const { outputJson } = await runner.send(provePallets, query, { document }, options);
      return sendJsonText(reply, outputJson);
    },
  );
}

/** The item, the pallets that it names as far as they are there, and what all these are anchored to. */
async function readStack(access: EntityAccess, id: string, subject: Subject): Promise<SpaceItem[]> {
  const { item } = await readItem(access, id, subject);
  if (item.kind !== 'palletBoxes') throw new ProductError('request_failed_validation', messages.chooseValidSpaceItem);
  const found = new Map<string, SpaceItem>([[item.id, item]]);
  for (let next of [...item.palletBaseIDs, item.anchoredToID]) {
    for (let links = 0; next !== undefined && !found.has(next) && links < longestChain; links += 1) {
      const named: SpaceItem | undefined = await readItem(access, next, subject).then(({ item }) => item, ifNotFound);
      if (named) found.set(named.id, named);
      next = named?.anchoredToID;
    }
  }
  return [...found.values()];
}

/** What is named may have been removed since. */
function ifNotFound(error: unknown): undefined {
  if (!(error instanceof ProductError) || error.code !== 'not_found') throw error;
}

async function readItem(access: EntityAccess, id: string, subject: Subject) {
  const { json, version } = await access.get(entity, id, undefined, subject);
  return { item: parseItem(json), version };
}

/** What is anchored is taught where its anchor is now: the positions it has come along. */
async function settle(access: EntityAccess, item: SpaceItem, subject: Subject): Promise<SpaceItem> {
  const anchors: SpaceItem[] = [];
  for (let id = item.anchoredToID; id !== undefined && anchors.length < longestChain; ) {
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
