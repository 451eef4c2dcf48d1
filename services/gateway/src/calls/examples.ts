import { randomUUID } from 'node:crypto';
import { importRoutine, listDependents } from '@cellwright/calls';
import type { CallClient, CallHandlers } from '@cellwright/service-kit/calls';
import { ExampleCell, type ExampleCellDeps, type ExampleLibrary } from '../examples/example-cell.ts';
import { openExampleFiles } from '../examples/example-files.ts';
import { listLacks, readThings } from '../examples/example-needs.ts';
import { removeExample } from '../examples/remove-example.ts';
import { setUpExample } from '../examples/set-up-example.ts';

export interface ExampleDeps extends ExampleCellDeps {
  readonly library: ExampleLibrary;
  /** Folder of the example routines; absent if there are none. */
  readonly examplesFolder: string | undefined;
}

/** Creates the calls for example routines, with the permissions of their caller. */
export function createExampleCalls({
  access,
  surfaces,
  flanges,
  looseParts,
  library,
  examplesFolder,
}: ExampleDeps): Pick<CallHandlers<'gateway'>, 'listExamples' | 'setUpExample' | 'removeExample'> {
  const files = openExampleFiles(examplesFolder);
  const cellDeps = { access, surfaces, flanges, looseParts };
  const deps = { library, makeKey: () => randomUUID() };
  return {
    listExamples: async (_, { author }) => {
      const cell = new ExampleCell(cellDeps, author);
      const examples = await files.list();
      const [things, records] = await Promise.all([readThings(cell, examples), cell.listRecords()]);
      return {
        items: examples.map((example) => ({
          ...{ name: example.name, title: example.title, description: example.description },
          ...{ routineID: example.routineID, isInCell: things.documents.has(example.routineID) },
          lacks: listLacks(example, things).map((item) => ({ ...item, isAllowed: cell.mayAdd(item.thing) })),
          brought: (records.get(example.name)?.brought ?? []).map(({ version: _, ...item }) => item),
        })),
      };
    },
    setUpExample: async ({ name }, { author }) =>
      setUpExample(new ExampleCell(cellDeps, author), await files.require(name), author, deps),
    removeExample: async ({ name }, { author }) =>
      removeExample(new ExampleCell(cellDeps, author), await files.require(name), author, deps),
  };
}

export function exampleLibraryOf(library: Pick<CallClient, 'ask'>): ExampleLibrary {
  return {
    importRoutine: (text, author, idempotencyKey) =>
      library.ask(importRoutine, {}, { author, document: Buffer.from(text), idempotencyKey }),
    async listDependents(things, author) {
      const { items } = await library.ask(listDependents, things, { author });
      return new Map(items.map(({ id, routines }) => [id, routines.map(({ name }) => name)]));
    },
  };
}
