import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Groups of tests, by what a test needs. Each is a project of vitest.config.ts; docs/testing.md says where a new test goes. */
export const groupNames = ['computing', 'pure', 'service', 'page', 'arm', 'process', 'timed', 'cluster'] as const;
export type GroupName = (typeof groupNames)[number];

export interface Group {
  readonly name: GroupName;
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  /** Files that run at the same time. */
  readonly maxWorkers: number;
  /** Groups of the same order share workers when one run has both; those of a higher order run later. */
  readonly order: number;
  /** Set-up files that start shared servers; relative to the root. */
  readonly globalSetup: readonly string[];
  /** Maximum time of a test that does not set its own, ms. */
  readonly testTimeoutMS: number;
}

/** Roots of every test that is named `*.<need>.test.ts`. */
const everywhere = '{packages/*,services/*,web}/{src,e2e}/**';
const needs = ['page', 'arm', 'process', 'timed'] as const;
const suffixed = [...needs, 'cluster'].map((need) => `**/*.${need}.test.{ts,tsx}`);

/**
 * Tests of this code only compute, those of the chart in a program that they run. Some read files; no clock of the machine,
 * socket or thread takes part.
 */
const computing = [
  'packages/{arm,calls,collision,controller-link,domain,entities,ethernet-ip,geometry,modbus,render,steps,trajectory,vision}/src/**/*.test.ts',
  'services/{controller,motion,routine-runner}/src/domain/**/*.test.ts',
  'services/dry-run/src/{pallets,play,prove}/**/*.test.ts',
  'scripts/check/deploy/chart.test.ts',
];
/** Tests of these packages change nothing outside themselves, but may wait for sockets of their own. */
const pure = 'packages/{client,equipment}/src/**/*.test.ts';
const inside = [
  'packages/*/src/**/*.test.ts',
  'services/*/src/**/*.test.ts',
  'web/{src,bench}/**/*.test.{ts,tsx}',
  'web/*.test.ts',
  'scripts/**/*.test.ts',
];
/** End-to-end tests without a need in their names: one at a time. */
const unnamed = ['services/*/e2e/**/*.test.ts', 'web/e2e/**/*.test.ts'];
const testTimeoutMS = 60_000;
const always = ['**/node_modules/**', '**/fixtures/**'];

const ofNeed = (need: (typeof needs)[number], maxWorkers: number, globalSetup: readonly string[] = []): Group => ({
  name: need,
  include: [`${everywhere}/*.${need}.test.{ts,tsx}`],
  exclude: always,
  maxWorkers,
  order: 1 + needs.indexOf(need),
  globalSetup,
  testTimeoutMS,
});

export const groups: readonly Group[] = [
  // It runs in the processor time that others leave, so a test may take long.
  { ...ofCode('computing', computing, []), maxWorkers: 2, order: needs.length + 2, testTimeoutMS: 5 * testTimeoutMS },
  ofCode('pure', [pure], []),
  ofCode('service', inside, [...computing, pure]),
  ofNeed('page', 2, ['web/e2e/page.setup.ts']),
  ofNeed('arm', 1, ['services/cell/e2e/arm.setup.ts', 'web/e2e/arm-browser.setup.ts']),
  ofNeed('process', 3),
  withUnnamed(ofNeed('timed', 1)),
  {
    name: 'cluster',
    include: ['scripts/check/cluster/**/*.cluster.test.ts'],
    exclude: always,
    maxWorkers: 1,
    order: 1 + needs.length,
    globalSetup: [],
    testTimeoutMS,
  },
];

function ofCode(name: GroupName, include: readonly string[], exclude: readonly string[]): Group {
  return {
    name,
    include,
    exclude: [...always, ...suffixed, ...exclude],
    // Files wait for servers and processes: three keep two cores busy.
    maxWorkers: 3,
    order: 0,
    globalSetup: [],
    testTimeoutMS,
  };
}

function withUnnamed(group: Group): Group {
  return {
    ...group,
    include: [...group.include, ...unnamed],
    exclude: [...group.exclude, ...suffixed.filter((pattern) => !pattern.includes(`.${group.name}.`))],
  };
}

/** Returns the existing set-up files of a group, for vitest. */
export function globalSetupOf({ globalSetup }: Group, root: string): string[] {
  return globalSetup.filter((file) => existsSync(join(root, file))).map((file) => `./${file}`);
}
