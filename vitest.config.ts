import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/fixtures/**'];
const common = { exclude, pool: 'forks', testTimeout: 60_000, hookTimeout: 60_000 } as const;

/** Tests of these change nothing outside themselves: they share what they import, which else takes longer than they do. */
const pure =
  'packages/{arm,client,collision,controller-link,domain,entities,equipment,geometry,steps,trajectory}/src/**/*.test.ts';

/** Product tests by what they need. */
const arm = 'services/*/e2e/**/*.arm.test.ts';
const processes = 'services/*/e2e/**/*.process.test.ts';
const timed = ['services/*/e2e/**/*.timed.test.ts', 'web/e2e/**/*.test.ts'];

/** Rooms first, then whole cells, two files at a time; those that are held to times at last, one at a time. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'pure rooms',
          include: [pure],
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          exclude: [...exclude, pure],
          name: 'rooms',
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'web/{src,bench}/**/*.test.{ts,tsx}',
            'web/*.test.ts',
            'scripts/**/*.test.ts',
          ],
          // What a service imports takes longer than most of its tests: files share it, and begin with what they set up.
          isolate: false,
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: {
          ...common,
          name: 'arm',
          include: [arm],
          globalSetup: 'services/cell/e2e/arm.setup.ts',
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'process',
          include: [processes],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'timed',
          include: timed,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
