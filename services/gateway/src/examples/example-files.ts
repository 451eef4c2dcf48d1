import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ProductError } from '@cellwright/domain/basics';
import {
  type ExampleItem,
  type ExampleSetUpFile,
  exampleNameSchema,
  exampleSetUpFileSchema,
} from '@cellwright/domain/cell';
import * as z from 'zod';

/** Example routine of the product. */
export interface ExampleFile {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly routineID: string;
  /** Routine file, JSON text. */
  readonly text: string;
  /** Capabilities of devices that its steps need. */
  readonly capabilities: readonly string[];
  /** Items of the cell that the file contains. */
  readonly items: readonly ExampleItem[];
  readonly setUp: ExampleSetUpFile;
}

const itemsSchema = z.array(z.object({ id: z.string(), name: z.string() })).default([]);
const routineFileSchema = z.object({
  routine: z.object({ id: z.string(), name: z.string(), description: z.string().default('') }),
  globals: z.object({ variables: itemsSchema, spaceItems: itemsSchema, codeBlocks: itemsSchema }).prefault({}),
  requires: z.object({ equipment: z.array(z.object({ capability: z.string().optional() })).default([]) }).prefault({}),
});

/** Opens the examples of a folder, read on first use; none without a folder. Their requirements are in `../set-up`. */
export function openExampleFiles(folder: string | undefined) {
  let reading: Promise<readonly ExampleFile[]> | undefined;
  const list = async (): Promise<readonly ExampleFile[]> => {
    if (folder === undefined) return [];
    reading ??= readExamples(folder).catch((error: unknown) => {
      reading = undefined;
      throw error;
    });
    return reading;
  };
  return {
    list,
    /** @throws ProductError not_found */
    async require(name: string): Promise<ExampleFile> {
      const found = (await list()).find((example) => example.name === name);
      if (found) return found;
      throw new ProductError('not_found', `There is no example '${name}'. List the examples for their names`);
    },
  };
}

async function readExamples(folder: string): Promise<readonly ExampleFile[]> {
  const names = (await readdir(folder).catch(emptyIfAbsent)).filter((file) => file.endsWith('.json')).sort();
  return Promise.all(names.map((file) => readExample(folder, exampleNameSchema.parse(file.replace(/\.json$/, '')))));
}

async function readExample(folder: string, name: string): Promise<ExampleFile> {
  const text = await readFile(join(folder, `${name}.json`), 'utf8');
  const setUpText = await readFile(join(dirname(folder), 'set-up', `${name}.json`), 'utf8').catch(emptyIfAbsent);
  const { routine, globals, requires } = routineFileSchema.parse(JSON.parse(text));
  const items = [
    ...globals.variables.map((item) => ({ thing: 'globalVariables' as const, ...item })),
    ...globals.spaceItems.map((item) => ({ thing: 'globalSpace' as const, ...item })),
    ...globals.codeBlocks.map((item) => ({ thing: 'codeBlocks' as const, ...item })),
  ];
  return {
    ...{ name, text, items },
    ...{ title: routine.name, description: routine.description, routineID: routine.id },
    capabilities: requires.equipment.flatMap(({ capability }) => capability ?? []),
    setUp: exampleSetUpFileSchema.parse(typeof setUpText === 'string' ? JSON.parse(setUpText) : {}),
  };
}

/** Folders and files may be missing in an installation. */
function emptyIfAbsent(error: unknown): [] {
  if (error instanceof Error && Reflect.get(error, 'code') === 'ENOENT') return [];
  throw error;
}
