import { readFileSync } from 'node:fs';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Order of vitest, with the files of one environment after each other: a worker whose next file needs another environment
 * ends, and the new one has to import every module again. Files that reset the modules of their worker come last, for the
 * same reason.
 */
export class ByEnvironment extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const items = sorted.map((file) => {
      const { environment, resetsModules } = readNeeds(readFileSync(file.moduleId, 'utf8'));
      return { file, kind: `${file.project.name} ${environment}`, resetsModules };
    });
    return placeByNeed(items).map(({ file }) => file);
  }
}

/**
 * Sorts items by the first place of their kind, and within a kind those that reset modules last. Otherwise items keep
 * their order.
 */
export function placeByNeed<Item extends { readonly kind: string; readonly resetsModules: boolean }>(
  items: readonly Item[],
): Item[] {
  const kinds = new Set(items.map(({ kind }) => kind));
  return [...kinds].flatMap((kind) => {
    const own = items.filter((item) => item.kind === kind);
    return [...own.filter((item) => !item.resetsModules), ...own.filter((item) => item.resetsModules)];
  });
}

interface FileNeeds {
  /** Environment that the file asks for; empty for the default one. */
  readonly environment: string;
  /** True if the next file of the worker has to import every module again. */
  readonly resetsModules: boolean;
}

/** Returns what the text of a test file asks for. */
export function readNeeds(text: string): FileNeeds {
  return {
    environment: /^\/\/ @vitest-environment (\S+)/.exec(text)?.[1] ?? '',
    resetsModules: text.includes('vi.resetModules('),
  };
}
