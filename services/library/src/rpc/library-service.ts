import { isNewRoutine, ProductError } from '@cellwright/domain';
import type { Page } from '@cellwright/proto/common';
import { LibraryServiceService, type ListRoutinesResponse } from '@cellwright/proto/library';
import { type GrpcService, grpcService } from '@cellwright/service-kit/grpc';
import { z } from 'zod';
import type { Library } from '../domain/library.ts';
import type { DocumentRow, StoredDocument } from '../domain/ports.ts';

const maxPage = 1000;
const anonymous = { id: '', name: '' };

export interface LibraryRpcDeps {
  readonly library: Library;
  readonly now: () => Date;
}

/** LibraryService of proto/cellwright/library.proto over the library's domain. */
export function createLibraryService({ library, now }: LibraryRpcDeps): GrpcService {
  return grpcService(LibraryServiceService, {
    createRoutine: async ({ routineJson, author, idempotencyKey }) => ({
      routine: toDocument(await library.createRoutine(textOf(routineJson), author ?? anonymous, idempotencyKey)),
    }),
    getRoutine: async ({ id, version }) => ({ routine: toDocument(await library.getRoutine(id, orNewest(version))) }),
    listRoutines: async ({ page }) => {
      const { rows, total } = await library.listRoutines(pageOf(page));
      return { items: rows.map((row) => summaryOf(row, now())), total };
    },
    saveRoutine: async ({ id, routineJson, expectedVersion, author, idempotencyKey }) => ({
      routine: toDocument(
        await library.saveRoutine(id, textOf(routineJson), expectedVersion, author ?? anonymous, idempotencyKey),
      ),
    }),
    deleteRoutine: async ({ id }) => {
      await library.deleteRoutine(id);
      return {};
    },
    listRoutineVersions: async ({ id, page }) => {
      const { rows, total } = await library.listRoutineVersions(id, pageOf(page));
      const items = rows.map((row) => ({ ...row, savedAt: row.savedAt.toISOString() }));
      return { items, total };
    },
    importRoutine: async ({ fileJson, author, idempotencyKey }) => {
      const outcome = await library.importRoutine(textOf(fileJson), author ?? anonymous, idempotencyKey);
      const { routineID, version, created, remappedIds, missing, problems } = outcome;
      return {
        routineId: routineID,
        version,
        created,
        remappedIds,
        missing: [...missing],
        problemsJson: toJson(problems),
      };
    },
    exportRoutine: async ({ id, version }) => ({
      fileJson: Buffer.from(await library.exportRoutine(id, orNewest(version))),
    }),
    validateRoutine: async ({ subject }) => {
      if (!subject) throw new ProductError('request_failed_validation', 'Name a routine or send a file to validate');
      const problems =
        subject.$case === 'routineId'
          ? await library.validateStored(subject.value)
          : await library.validateFile(textOf(subject.value));
      return { problemsJson: toJson(problems) };
    },
    async *loadProgram({ routineId, version }) {
      const program = await library.compileProgram(routineId, orNewest(version));
      yield {
        part: {
          $case: 'header' as const,
          value: {
            routineId,
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
    createSpaceItem: async ({ itemJson, idempotencyKey }) => ({
      item: toDocument(await library.spaceItems.create(textOf(itemJson), idempotencyKey)),
    }),
    getSpaceItem: async ({ id }) => ({ item: toDocument(await library.spaceItems.get(id)) }),
    listSpaceItems: async ({ page, kind }) => {
      const { documents, total } = await library.spaceItems.list({ ...pageOf(page), kind });
      return { items: documents.map(toDocument), total };
    },
    saveSpaceItem: async ({ id, itemJson, expectedVersion, idempotencyKey }) => ({
      item: toDocument(await library.spaceItems.save(id, textOf(itemJson), expectedVersion, idempotencyKey)),
    }),
    deleteSpaceItem: async ({ id }) => {
      await library.spaceItems.delete(id);
      return {};
    },
    createVariable: async ({ variableJson, idempotencyKey }) => ({
      variable: toDocument(await library.variables.create(textOf(variableJson), idempotencyKey)),
    }),
    getVariable: async ({ id }) => ({ variable: toDocument(await library.variables.get(id)) }),
    listVariables: async ({ page }) => {
      const { documents, total } = await library.variables.list(pageOf(page));
      return { items: documents.map(toDocument), total };
    },
    saveVariable: async ({ id, variableJson, expectedVersion, idempotencyKey }) => ({
      variable: toDocument(await library.variables.save(id, textOf(variableJson), expectedVersion, idempotencyKey)),
    }),
    deleteVariable: async ({ id }) => {
      await library.variables.delete(id);
      return {};
    },
  });
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ProductError('request_failed_validation', 'The document is not UTF-8 text');
  }
}

function toJson(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value));
}

function toDocument({ body, version }: StoredDocument) {
  return { json: Buffer.from(body), version };
}

function orNewest(version: number): number | undefined {
  return version > 0 ? version : undefined;
}

function pageOf(page: Page | undefined): { limit: number; offset: number } {
  const limit = page && page.limit > 0 ? Math.min(page.limit, maxPage) : maxPage;
  return { limit, offset: Math.max(page?.offset ?? 0, 0) };
}

/** The list's columns as this service wrote them; a row of an older build may lack some. */
const listingSchema = z.object({
  description: z.string().catch(''),
  isTemplate: z.boolean().catch(false),
  createdByName: z.string().catch(''),
});

function summaryOf(row: DocumentRow, now: Date): ListRoutinesResponse['items'][number] {
  const listing = listingSchema.parse(row.summary);
  return {
    id: row.id,
    name: row.name,
    version: row.version,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    isNew: isNewRoutine(row.createdAt, now),
    ...listing,
  };
}
