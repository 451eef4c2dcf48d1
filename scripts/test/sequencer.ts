import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Order of vitest, with the files of one environment after each other: a worker whose next file needs another environment
 * ends, and the new one has to import every module again.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const kinds = new Map(sorted.map((file) => [file, `${file.project.name} ${environmentOf(file.moduleId)}`]));
    return placeTogether(sorted, (file) => kinds.get(file) ?? '');
  }
}

/** Sorts items by the first place of their kind; items of one kind keep their order. */
export function placeTogether<Item>(items: readonly Item[], kindOf: (item: Item) => string): Item[] {
  const kinds = new Set(items.map(kindOf));
  return [...kinds].flatMap((kind) => items.filter((item) => kindOf(item) === kind));
}

/** Returns the environment that a file asks for; empty for the default one. */
function environmentOf(path: string): string {
  return /^\/\/ @vitest-environment (\S+)/.exec(readFileSync(path, 'utf8'))?.[1] ?? '';
}
