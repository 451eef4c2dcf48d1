import { LibraryServiceService } from '@cellwright/proto/library';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import type { RoutineFiles } from '../domain/routine-files.ts';
import type { SpaceFiles } from '../domain/space-files.ts';
import { textOf } from './text.ts';

/**
 * Creates LibraryService of proto/cellwright/library.proto: requests of other services, and the names that expressions
 * may use.
 */
export function createLibraryService(
  files: RoutineFiles,
  spaceFiles: SpaceFiles,
  listFeaturesOn: () => Promise<readonly string[]>,
): GrpcService {
  return grpcService(LibraryServiceService, {
    completeRoutine: async ({ id }) => ({ completionsJson: Buffer.from(await files.completeRoutine(id)) }),
    listFeaturesOn: async () => ({ names: [...(await listFeaturesOn())] }),
    listObstacles: async () => ({ obstaclesJson: toJson(await spaceFiles.listObstacles()) }),
    getSpaceFileStl: async ({ id }) => ({ stlBase64: Buffer.from(await spaceFiles.readStl(id)) }),
    async *loadProgram({ routineId, version, fileJson }) {
      const program =
        fileJson.length > 0
          ? await files.compileFile(textOf(fileJson))
          : await files.compileProgram(routineId, orNewest(version));
      yield {
        part: {
          $case: 'header' as const,
          value: {
            routineId: program.routineID,
            version: program.version,
            name: program.name,
            mainLoopStepId: program.mainLoopStepID,
            stepCount: program.stepCount,
            environmentJson: Buffer.from(program.environmentJson),
            problemsJson: program.problems.length > 0 ? toJson(program.problems) : Buffer.alloc(0),
          },
        },
      };
      for (const part of program.parts) {
        yield { part: { $case: 'steps' as const, value: { stepsJson: Buffer.from(part) } } };
      }
    },
  });
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function orNewest(version: number): number | undefined {
  return version > 0 ? version : undefined;
}
