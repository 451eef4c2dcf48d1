import { defineConfig } from 'vitest/config';
import { globalSetupOf, groups } from './scripts/test/groups.ts';
import { patienceMS } from './scripts/test/patience.ts';
import { ByEnvironment } from './scripts/test/sequencer.ts';

/** One project per group of tests. scripts/test runs them in stages; `npx vitest run <file>` runs one file in its group. */
export default defineConfig({
  test: {
    // Transformed modules are kept between the runs of a gate and of a working day.
    experimental: { fsModuleCache: true, fsModuleCachePath: '.cache/modules' },
    sequence: { sequencer: ByEnvironment },
    projects: groups.map((group) => ({
      test: {
        name: group.name,
        include: [...group.include],
        exclude: [...group.exclude],
        pool: 'forks',
        // The files of one worker share the modules they import: loading them again would take seconds for each file.
        isolate: false,
        maxWorkers: group.maxWorkers,
        fileParallelism: group.maxWorkers > 1,
        globalSetup: globalSetupOf(group, import.meta.dirname),
        setupFiles: ['./scripts/test/patience.setup.ts'],
        testTimeout: group.testTimeoutMS,
        hookTimeout: 60_000,
        // How soon is a test's own matter; waiting for something to come is not.
        expect: { poll: { timeout: patienceMS } },
        sequence: { groupOrder: group.order },
      },
    })),
  },
});
