import { completeSpaceItem, resolveSpaceItems, type SpaceItem, spaceItemSchema } from '@cellwright/domain/space';
import * as z from 'zod';
import type { CellThings } from './cell-things.ts';
import { pageAnswer, pageOf, pageQuery, pageWith } from './paging.ts';
import type { RobotCall } from './robot-line.ts';
import { type Api, callOf } from './room.ts';

const tags = ['Robot API: spaces'];
export const spaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  kind: z.string(),
  is_global: z.boolean(),
  positions: z.array(z.looseObject({})),
});
export type Space = z.infer<typeof spaceSchema>;
const planeSchema = z.object({ id: z.string(), name: z.string() });

/** Registers `/space`. */
export function addSpaces(api: Api, things: CellThings): void {
  api.get(
    '/space/globals',
    { schema: { tags, summary: 'Space items of the cell', response: { 200: pageAnswer(spaceSchema) } } },
    async (request) => {
      const items = await globalSpaces(things, callOf(request));
      return pageWith(items, { limit: Math.max(1, items.length), offset: 0 });
    },
  );
  api.get(
    '/space/planes',
    {
      schema: {
        tags,
        summary: 'Planes of the cell',
        querystring: pageQuery,
        response: { 200: pageAnswer(planeSchema) },
      },
    },
    async (request) => {
      const where = { kind: ['plane'] };
      const found = await things.page(callOf(request), 'globalSpace', { ...pageOf(request.query), where });
      return pageWith(z.array(planeSchema).parse(found), request.query);
    },
  );
}

export async function globalSpaces(things: CellThings, call: RobotCall): Promise<Space[]> {
  const items = z.array(spaceItemSchema).parse(await things.all(call, 'globalSpace'));
  return spacesOf(items, true);
}

/** Returns the items in usable form: grids with their positions, anchored items at the pose of their anchor. */
export function spacesOf(items: readonly SpaceItem[], isGlobal: boolean): Space[] {
  return resolveSpaceItems(items).map((item) => {
    const { id, name, description, kind, positions } = completeSpaceItem(item);
    return {
      ...{ id, name, kind, is_global: isGlobal, positions },
      ...(description === undefined ? {} : { description }),
    };
  });
}
