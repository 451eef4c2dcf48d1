import { poseSchema } from '@cellwright/domain/robot';
import { type Obstacle, primitiveShapeSchema, type SpaceObstacle, toObstacle } from '@cellwright/domain/space';
import type { LibraryServiceService } from '@cellwright/proto/library';
import type { PeerClient } from '@cellwright/service-kit/grpc';
import * as z from 'zod';
import type { ObjectSource } from '../domain/arm/scene-objects.ts';

/** A mesh of 8 MiB is read and sent well within this, ms. */
const readWithinMS = 15_000;

const obstaclesSchema: z.ZodType<SpaceObstacle[]> = z.array(
  z.object({
    spaceItemID: z.string(),
    name: z.string(),
    pose: poseSchema,
    shape: z.union([
      primitiveShapeSchema,
      z.object({ kind: z.literal('file'), fileID: z.string(), scale: z.number() }),
    ]),
  }),
);

/** Creates the source of environment objects from the library. Files never change, so each is loaded once. */
export function createObjectSource(
  client: PeerClient<'routine-runner', 'library', typeof LibraryServiceService>,
): ObjectSource {
  let files = new Map<string, string>();
  const readFile = async (id: string): Promise<string> => {
    const known = files.get(id);
    if (known !== undefined) return known;
    const { stlBase64 } = await client.getSpaceFileStl({ id }, { deadlineMs: readWithinMS });
    return Buffer.from(stlBase64).toString('latin1');
  };
  return {
    async list() {
      const { obstaclesJson } = await client.listObstacles({}, { deadlineMs: readWithinMS });
      const found = obstaclesSchema.parse(JSON.parse(Buffer.from(obstaclesJson).toString('utf8')));
      const needed = new Map<string, string>();
      const obstacles: Obstacle[] = [];
      for (const object of found) {
        const { shape } = object;
        if (shape.kind === 'file') needed.set(shape.fileID, needed.get(shape.fileID) ?? (await readFile(shape.fileID)));
        const obstacle = toObstacle(object, shape.kind === 'file' ? needed.get(shape.fileID) : undefined);
        if (obstacle) obstacles.push(obstacle);
      }
      files = needed;
      return obstacles;
    },
  };
}
