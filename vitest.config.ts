import { defineConfig } from 'vitest/config';

const exclude = ['**/node_modules/**', '**/fixtures/**'];
const common = { exclude, pool: 'forks', testTimeout: 15_000, hookTimeout: 60_000 } as const;

/** Of the whole cells, those in which nothing depends on what comes when: two at a time. */
const patient = [
  'services/cell/e2e/{openapi/openapi,first-programs,add-an-entity}.test.ts',
  'web/e2e/{accessibility,author,control-panel,preflight,screens,users}.test.ts',
];

/** Rooms first, two files at a time; then whole cells, at last one at a time: an arm is watched in real time there. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...common,
          name: 'rooms',
          include: [
            'packages/*/src/**/*.test.ts',
            'services/*/src/**/*.test.ts',
            'web/src/**/*.test.{ts,tsx}',
            'scripts/**/*.test.ts',
          ],
          maxWorkers: 2,
          sequence: { groupOrder: 0 },
        },
      },
      {
        test: { ...common, name: 'patient cells', include: patient, maxWorkers: 2, sequence: { groupOrder: 1 } },
      },
      {
        test: {
          ...common,
          exclude: [...exclude, ...patient],
          name: 'cells',
          include: ['services/*/e2e/**/*.test.ts', 'web/e2e/**/*.test.ts'],
          maxWorkers: 1,
          fileParallelism: false,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
