import { defineConfig } from 'vitest/config';
import { globalSetupOf, groups } from './scripts/test/groups.ts';

/** One project per group of tests. scripts/test runs them in stages; `npx vitest run <file>` runs one file in its group. */
export default defineConfig({
  test: {
    projects: groups.map((group, groupOrder) => ({
      test: {
        name: group.name,
        include: [...group.include],
        exclude: [...group.exclude],
        pool: 'forks',
        isolate: !group.sharesModules,
        maxWorkers: group.maxWorkers,
        fileParallelism: group.maxWorkers > 1,
        globalSetup: globalSetupOf(group, import.meta.dirname),
        testTimeout: 60_000,
        hookTimeout: 60_000,
        // Pure and service tests share workers; every other group runs alone.
        sequence: { groupOrder: group.sharesModules ? 0 : groupOrder },
      },
    })),
  },
});
