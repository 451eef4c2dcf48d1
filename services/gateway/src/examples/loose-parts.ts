import { isDeepStrictEqual } from 'node:util';
import { addObstacle, getPlanningScene, removeObstacle } from '@cellwright/calls';
import { ProductError } from '@cellwright/domain/basics';
import { type LoosePart, loosePartSchema, type ShownScene } from '@cellwright/domain/space';
import type { CallClient } from '@cellwright/service-kit/calls';
import type { Author, LooseParts } from './example-cell.ts';

/** Cameras see the simulated robot and its surroundings, also those of a twin. */
const robotKind = 'simulated';

/** Returns the loose parts around the simulated robot. */
export function loosePartsOf(runner: Pick<CallClient, 'ask'>): LooseParts {
  const readLoose = async (author: Author): Promise<ShownScene['obstacles']> => {
    const { obstacles } = await runner.ask(getPlanningScene, { robotKind }, { author });
    return obstacles.filter(({ isLoose }) => isLoose);
  };
  const remove = async (author: Author, name: string): Promise<void> => {
    try {
      await runner.ask(removeObstacle, { name, robotKind }, { author });
    } catch (error) {
      // Another client removed it.
      if (!(error instanceof ProductError) || error.code !== 'not_found') throw error;
    }
  };
  const removeAll = async (author: Author, names: ReadonlySet<string>): Promise<void> => {
    for (const { name } of await readLoose(author)) if (names.has(name)) await remove(author, name);
  };
  return {
    async hasAll(author, parts) {
      const present = new Map((await readLoose(author)).map((part) => [part.name, part]));
      return parts.every((part) => isSamePart(part, present.get(part.name)));
    },
    async put(author, parts) {
      await removeAll(author, namesOf(parts));
      for (const part of parts) await runner.ask(addObstacle, { ...part, isLoose: true, robotKind }, { author });
    },
    remove: (author, parts) => removeAll(author, namesOf(parts)),
  };
}

function namesOf(parts: readonly LoosePart[]): ReadonlySet<string> {
  return new Set(parts.map(({ name }) => name));
}

function isSamePart(part: LoosePart, present: ShownScene['obstacles'][number] | undefined): boolean {
  if (!present) return false;
  const { isLoose: _, ...rest } = present;
  const read = loosePartSchema.safeParse(rest);
  return read.success && isDeepStrictEqual(read.data, part);
}
