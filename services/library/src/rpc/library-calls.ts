import { callService } from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { RoutineFiles } from '../domain/routine-files.ts';
import { textOf } from './text.ts';

/** Calls of packages/calls that the library answers. */
export function createLibraryCalls(files: RoutineFiles): GrpcService {
  return callService('library', {
    describeChanges: async ({ id, from, to }) => {
      const { changes, ...versions } = await files.describeChanges(id, from, to);
      return { ...versions, changes: [...changes] };
    },
    validateRoutine: async ({ id }) => ({ problems: [...(await files.validateStored(id))] }),
    validateRoutineFile: async (_, { document }) => ({ problems: [...(await files.validateFile(textOf(document)))] }),
  });
}
