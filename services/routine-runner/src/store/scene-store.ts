import { planningSceneSchema } from '@cellwright/domain';
import { guardDatabase } from '@cellwright/service-kit/postgres';
import type { SceneStore } from '../domain/scene-keeper.ts';
import type { PrismaClient } from './generated/client.ts';

/** The planning scene of each robot, one row. */
export function createSceneStore(prisma: PrismaClient): SceneStore {
  return {
    load: (robotKind) =>
      guardDatabase(async () => {
        const row = await prisma.planningScene.findUnique({ where: { robotKind } });
        return row ? planningSceneSchema.parse(row.document) : undefined;
      }),
    save: (scene) =>
      guardDatabase(async () => {
        const { robotKind, revision } = scene;
        const data = { revision, document: scene };
        if (revision === 1) {
          const { count } = await prisma.planningScene.createMany({
            data: [{ robotKind, ...data }],
            skipDuplicates: true,
          });
          return count === 1;
        }
        const { count } = await prisma.planningScene.updateMany({ where: { robotKind, revision: revision - 1 }, data });
        return count === 1;
      }),
  };
}
