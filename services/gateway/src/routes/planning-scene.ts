import { addedObstacleSchema, placeSchema, robotKindSchema, shownSceneSchema } from '@cellwright/domain';
import type { FastifyInstance } from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import * as z from 'zod';
import { sendJsonText } from '../http/documents.ts';
import type { Clients } from '../rpc/clients.ts';
import { toWireRobotKind } from '../rpc/robot-kind.ts';
import type { SceneClient } from '../rpc/scene-client.ts';

const tags = ['Planning scene'];
const querystring = z.object({ robotKind: robotKindSchema.default('simulated') });
const params = z.object({ name: z.string().min(1).max(128) });
const changed = {
  200: z.object({ revision: z.number(), notes: z.array(z.string()).describe('What planning does not look at') }),
};

/** `/api/v1/cell/planning-scene`: what the planner keeps the arm clear of. */
export async function planningSceneRoutes(
  instance: FastifyInstance,
  { runner }: Pick<Clients, 'runner'>,
): Promise<void> {
  instance.withTypeProvider<ZodTypeProvider>().get(
    '/planning-scene',
    {
      schema: {
        tags,
        summary: 'What the planner keeps the arm clear of',
        description:
          'The environment objects of the cell, which are space items, and what programs added at the motion planner. Meshes of space items are at their files.',
        querystring,
        response: { 200: shownSceneSchema },
      },
    },
    async ({ query }, reply) => {
      const robotKind = toWireRobotKind(query.robotKind);
      const { sceneJson } = await runner.getScene({ robotKind, leavesOutItemMeshes: true });
      return sendJsonText(reply, sceneJson);
    },
  );
}

/** Changes by hand of what programs added; environment objects are changed as the space items that they are. */
export async function planningSceneChanges(
  instance: FastifyInstance,
  { scenes }: { readonly scenes: SceneClient },
): Promise<void> {
  const app = instance.withTypeProvider<ZodTypeProvider>();
  app.post(
    '/planning-scene/obstacles',
    {
      schema: { tags, summary: 'Add an obstacle', querystring, body: addedObstacleSchema, response: changed },
    },
    async ({ query, body: obstacle }) => {
      const { revision, notes } = await scenes.change(query.robotKind, { kind: 'addObstacle', obstacle });
      return { revision, notes: [...notes] };
    },
  );
  app.patch(
    '/planning-scene/obstacles/:name',
    {
      schema: {
        tags,
        summary: 'Move an obstacle that a program added',
        params,
        querystring,
        body: z.object({ pose: placeSchema }),
        response: changed,
      },
    },
    async ({ params: { name }, query, body }) => {
      const { revision, notes } = await scenes.change(query.robotKind, { kind: 'moveObstacle', name, pose: body.pose });
      return { revision, notes: [...notes] };
    },
  );
  app.delete(
    '/planning-scene/obstacles/:name',
    { schema: { tags, summary: 'Remove an obstacle that a program added', params, querystring, response: changed } },
    async ({ params: { name }, query }) => {
      const { revision, notes } = await scenes.change(query.robotKind, { kind: 'removeObstacle', name });
      return { revision, notes: [...notes] };
    },
  );
}
