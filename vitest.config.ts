import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/fixtures/**'];
const common = { exclude, pool: 'forks', testTimeout: 15_000, hookTimeout: 60_000 } as const;

/** Tests of these change nothing outside themselves: they share what they import, which else takes longer than they do. */
const pure =
  'packages/{arm,client,collision,controller-link,domain,entities,equipment,geometry,steps,trajectory}/src/**/*.test.ts';

/** Rooms first, two files at a time; then whole cells, one at a time: an arm is watched in real time there. */
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
            'web/src/**/*.test.{ts,tsx}',
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
          name: 'cells',
          include: ['services/*/e2e/**/*.test.ts', 'web/e2e/**/*.test.ts'],
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
