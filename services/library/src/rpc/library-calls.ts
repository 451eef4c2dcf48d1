import type { Subject } from '@cellwright/entities';
import {
  type CallAuthor,
  type CallHandlers,
  type CallScope,
  callService,
  JsonText,
} from '@cellwright/service-kit/calls';
import type { GrpcService } from '@cellwright/service-kit/grpc';
import type { ListDependents } from '../domain/dependents.ts';
import type { RoutineFiles } from '../domain/routine-files.ts';
import type { RoutineProposals } from '../domain/routine-proposals.ts';
import { RunningImports } from '../domain/running-imports.ts';
import type { SpaceFiles } from '../domain/space-files.ts';
import { textOf } from './text.ts';

/** Creates the handlers of the calls in packages/calls that belong to the library. */
export function createLibraryCalls(
  files: RoutineFiles,
  spaceFiles: SpaceFiles,
  proposals: RoutineProposals,
  listDependents: ListDependents,
): GrpcService {
  const imports = new RunningImports();
  const copy = async (wanted: Parameters<RoutineFiles['duplicateRoutine']>[0], scope: CallScope) => {
    const { text, version } = await files.duplicateRoutine(wanted, subjectOf(scope.author), scope.idempotencyKey);
    return new JsonText(text, version);
  };
  return callService('library', {
    ...proposalHandlers(proposals),
    describeChanges: async ({ id, from, to }) => {
      const { changes, ...versions } = await files.describeChanges(id, from, to);
      return { ...versions, changes: [...changes] };
    },
    validateRoutine: async ({ id }) => ({ problems: [...(await files.validateStored(id))] }),
    validateRoutineFile: async (_, { document }) => ({ problems: [...(await files.validateFile(textOf(document)))] }),
    importRoutine: async (_, { document, author, idempotencyKey }) => {
      const { remappedIds, missing, problems, ...outcome } = await imports.run(author.id, idempotencyKey, (signal) =>
        files.importRoutine(textOf(document), subjectOf(author), idempotencyKey, signal),
      );
      return { ...outcome, remappedIds: { ...remappedIds }, missing: [...missing], problems: [...problems] };
    },
    listDependents: async (things) => ({
      items: (await listDependents(things)).map(({ id, routines }) => ({ id, routines: [...routines] })),
    }),
    cancelImport: async ({ key }, { author }) => ({ wasRunning: imports.cancel(author.id, key) }),
    exportRoutine: async ({ id, version }) => new JsonText(await files.exportRoutine(id, version)),
    duplicateRoutine: ({ id, name }, scope) => copy({ id, name, needsTemplate: false }, scope),
    createFromTemplate: ({ id, name }, scope) => copy({ id, name, needsTemplate: true }, scope),
    uploadMesh: async ({ fileName }, { document, author, idempotencyKey }) => {
      const file = await spaceFiles.upload(fileName, document, subjectOf(author), idempotencyKey);
      return new JsonText(file.text, file.version);
    },
  });
}

function proposalHandlers(proposals: RoutineProposals) {
  return {
    proposeRoutineVersion: async ({ routineID, baseVersion = 0, note }, { document, author, idempotencyKey }) => {
      const proposedWith = author.access === 'session' ? 'session' : 'token';
      const wanted = { routineID, baseVersion, note, proposedWith } as const;
      const { proposal, problems } = await proposals.propose(
        textOf(document),
        wanted,
        subjectOf(author),
        idempotencyKey,
      );
      return new JsonText(`{"proposal":${proposal},"problems":${JSON.stringify(problems)}}`);
    },
    listOwnProposals: async (_, { author }) =>
      new JsonText(`{"items":[${(await proposals.listOwn(author.id)).join(',')}]}`),
    reviewProposal: async ({ id }) => {
      const { proposal, document, ...review } = await proposals.review(id);
      return new JsonText(`${JSON.stringify(review).slice(0, -1)},"proposal":${proposal},"document":${document}}`);
    },
    acceptProposal: async ({ id }, { author, idempotencyKey }) =>
      new JsonText(await proposals.accept(id, subjectOf(author), idempotencyKey)),
    rejectProposal: async ({ id, reason }, { author, idempotencyKey }) =>
      new JsonText(await proposals.reject(id, reason, subjectOf(author), idempotencyKey)),
  } satisfies Partial<CallHandlers<'library'>>;
}

function subjectOf({ id, name }: CallAuthor): Subject {
  return { subjectID: id, name, permissions: [] };
}
