import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/fixtures/**'];
const common = { exclude, pool: 'forks', testTimeout: 60_000, hookTimeout: 60_000 } as const;

/** Tests of these change nothing outside themselves: they share what they import, which else takes longer than they do. */
const pure =
  'packages/{arm,client,collision,controller-link,domain,entities,equipment,geometry,steps,trajectory}/src/**/*.test.ts';

/**
 * Tests that hold a cell to times: how soon an arm stops, a run goes on after a loss, a step is through (an output has 250 ms), a
 * sensor is heard again (it has as long), a run takes what its proof says, or a page says that it still holds.
 */
const timed = [
  'services/cell/e2e/examples.test.ts',
  'services/cell/e2e/faults/**/*.test.ts',
  'services/cell/e2e/proof-times.test.ts',
  'services/cell/e2e/wired-devices.test.ts',
  'services/routine-runner/e2e/**/*.test.ts',
  'web/e2e/**/*.timed.test.ts',
];

/** Tests that can share one cell in sequence. */
const arm = '{services/*,web}/e2e/**/*.arm.test.ts';

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
          globalSetup: ['services/cell/e2e/arm.setup.ts', 'web/e2e/arm-browser.setup.ts'],
          fileParallelism: false,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          exclude: [...exclude, ...timed, arm],
          name: 'cells',
          include: ['services/*/e2e/**/*.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          ...common,
          name: 'page',
          include: ['web/e2e/**/*.page.test.ts'],
          globalSetup: ['web/e2e/page.setup.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        test: {
          ...common,
          name: 'process',
          include: ['web/e2e/**/*.process.test.ts'],
          maxWorkers: 2,
          sequence: { groupOrder: 4 },
        },
      },
      {
        test: {
          ...common,
          name: 'timed cells',
          include: timed,
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 5 },
        },
      },
    ],
  },
});
