import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findAffectedGroups } from './changed.ts';
import { parseCounts } from './counts.ts';
import { findTestFiles, matching, type TestFile } from './files.ts';
import { parseOptions } from './options.ts';
import { leavesTime, planStages } from './plan.ts';
import { lowestPriority } from './processes.ts';
import { filesOfSlice } from './slices.ts';

const everything = parseOptions([]);
const nothing = { changedPaths: [], attacks: [] };
const files: TestFile[] = [
  { file: 'packages/arm/src/a.test.ts', group: 'computing' },
  { file: 'packages/client/src/a.test.ts', group: 'pure' },
  { file: 'services/motion/src/b.test.ts', group: 'service' },
  { file: 'web/e2e/c.page.test.ts', group: 'page' },
  { file: 'services/cell/e2e/d.arm.test.ts', group: 'arm' },
  { file: 'services/cell/e2e/e.process.test.ts', group: 'process' },
  { file: 'services/cell/e2e/f.timed.test.ts', group: 'timed' },
];

describe('filesOfSlice', () => {
  const names = fc.uniqueArray(fc.string({ minLength: 1 }), { maxLength: 50 });
  const count = 10;
  const slices = Array.from({ length: count }, (_, at) => ({ index: at + 1, count }));

  it('puts every file into exactly one of the ten slices', () => {
    fc.assert(
      fc.property(names, (all) => {
        expect(slices.flatMap((slice) => filesOfSlice(all, slice)).sort()).toEqual([...all].sort());
      }),
    );
  });

  it('loads no slice with more than an even share and one file', () => {
    const weight = (file: string) => file.length;
    fc.assert(
      fc.property(names, (all) => {
        const total = all.reduce((sum, file) => sum + weight(file), 0);
        const longest = Math.max(0, ...all.map(weight));
        for (const slice of slices) {
          const own = filesOfSlice(all, slice, weight).reduce((sum, file) => sum + weight(file), 0);
          expect(own).toBeLessThanOrEqual(total / count + longest);
        }
      }),
    );
  });
});

describe('findTestFiles', () => {
  it('puts every test file of the project into exactly one group', () => {
    const found = findTestFiles('.').map(({ file }) => file);
    expect(found.length).toBeGreaterThan(500);
    expect(found.filter((file, at) => found.indexOf(file) !== at)).toEqual([]);
  });
});

describe('matching', () => {
  it('keeps the files with the filter in their path', () => {
    expect(matching(files, ['motion', './web/e2e']).map(({ group }) => group)).toEqual(['service', 'page']);
    expect(matching(files, [])).toEqual(files);
  });
});

describe('planStages', () => {
  const labels = (of: ReturnType<typeof planStages>) =>
    of.map((stage) => stage.map((lane) => lane.map(({ label }) => label)));

  it('runs page tests beside the arm of the browser tests, then tests with their own cells, and last those of real time with what only computes', () => {
    const stages = planStages([...files, { file: 'web/e2e/h.arm.test.ts', group: 'arm' }], everything, nothing);
    expect(labels(stages)).toEqual([
      [['unit']],
      [['page', 'arm'], ['arm-browser']],
      [['process']],
      [['timed'], ['computing']],
    ]);
  });

  it('runs tests on an API server in exhaustive runs, or by name, where its programs are cached', () => {
    const all = findTestFiles('.').filter(({ group }) => group === 'cluster');
    expect(all.length).toBeGreaterThan(0);
    const exhaustive = parseOptions(['--exhaustive']);
    const named = parseOptions(['admission.cluster']);
    for (const options of [exhaustive, named]) {
      expect(labels(planStages(all, options, { ...nothing, isClusterCached: true }))).toEqual([[['cluster']]]);
      expect(planStages(all, options, nothing)).toEqual([]);
    }
    expect(planStages(all, everything, { ...nothing, isClusterCached: true })).toEqual([]);
  });

  it('runs each file of the arm in one run', () => {
    const found = findTestFiles('.');
    const runs = planStages(found, everything, nothing).flat(2);
    const filtered = runs.filter(({ groups }) => groups.includes('arm')).flatMap(({ filters }) => filters);
    const all = found.filter(({ group }) => group === 'arm').map(({ file }) => file);
    expect(filtered.toSorted()).toEqual(all.toSorted());
  });

  it('leaves out groups that no filter matches', () => {
    const [stage] = planStages(files, parseOptions(['cell/e2e/f']), nothing);
    expect(stage).toEqual([[{ label: 'timed', groups: ['timed'], filters: ['cell/e2e/f'] }]]);
  });

  it('follows imports for changed tests beside the code and the table for the others', () => {
    const changedPaths = ['services/cell/e2e/d.arm.test.ts'];
    const stages = planStages(files, parseOptions(['--changed', 'main']), { changedPaths, attacks: [] });
    expect(stages).toEqual([
      [[{ label: 'unit', groups: ['pure', 'service'], filters: [], changedSince: 'main' }]],
      [[{ label: 'arm', groups: ['arm'], filters: ['services/cell/e2e/d.arm.test.ts'] }]],
      [[{ label: 'computing', groups: ['computing'], filters: [], changedSince: 'main', priority: lowestPriority }]],
    ]);
  });
});

describe('leavesTime', () => {
  it('finds the one stage beside which the checks run', () => {
    expect(planStages(files, everything, nothing).map(leavesTime)).toEqual([false, false, false, true]);
  });
});

describe('planStages with --security', () => {
  it('runs the files that try attacks, and no others, in full', () => {
    const attacks = ['services/motion/src/b.test.ts', 'services/cell/e2e/e.process.test.ts'];
    const options = parseOptions(['--exhaustive', '--security']);
    const runs = planStages(files, options, { changedPaths: [], attacks }).flat(2);
    expect(runs.map(({ filters, env }) => [filters, env])).toEqual(
      attacks.map((file) => [[file], { EXHAUSTIVE: '1' }]),
    );
  });
});

describe('findAffectedGroups', () => {
  const all = ['page', 'arm', 'process', 'timed'];

  it.each<[path: string, groups: string[]]>([
    ['services/gateway/src/app.ts', all],
    ['proto/cellwright/runner.proto', all],
    ['packages/steps/src/kinds/Wait/run.ts', all],
    ['package-lock.json', all],
    ['web/src/app/App.tsx', all],
    ['web/e2e/browser.fixture.ts', all],
    ['services/cell/e2e/harness.ts', all],
    ['packages/steps/src/kinds/Wait/Wait.test.ts', []],
    ['docs/testing.md', []],
    ['scripts/check/walls.ts', []],
  ])('%s affects %j', (path, groups) => {
    expect(findAffectedGroups([path])).toEqual(groups);
  });

  it('adds up the groups of all paths', () => {
    expect(findAffectedGroups(['web/src/a.ts', 'services/cell/e2e/harness.ts'])).toEqual(all);
    expect(findAffectedGroups([])).toEqual([]);
  });
});

describe('parseOptions', () => {
  it('reads filters, a base and a slice', () => {
    expect(parseOptions(['wait', '--changed'])).toMatchObject({ filters: ['wait'], changedSince: 'HEAD' });
    expect(parseOptions(['--changed=main'])).toMatchObject({ changedSince: 'main' });
    expect(parseOptions(['--exhaustive', '--slice', '3/10'])).toMatchObject({ isExhaustive: true, slice: '3/10' });
  });

  it.each([
    [['--slice', '3/10'], /is for exhaustive tests/],
    [['--exhaustive', '--slice', '11/10'], /is not a slice/],
    [['--exhaustive', '--slice'], /Set a slice/],
    [['--security'], /is for exhaustive tests/],
    [['--watch'], /does not know --watch/],
  ])('refuses %j', (args, message) => {
    expect(() => parseOptions(args)).toThrow(message);
  });
});

describe('parseCounts', () => {
  it('counts the lines of each kind and ignores others', () => {
    expect(parseCounts('cell\ndatabase\ncell\n\nkettle\nbrowser')).toEqual({ cell: 2, database: 1, browser: 1 });
    expect(parseCounts('')).toEqual({ cell: 0, database: 0, browser: 0 });
  });
});
