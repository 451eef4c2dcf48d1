import { parseSlice } from '@cellwright/testkit/exhaustive';
import { findAffectedGroups } from './changed.ts';
import { cutsItself, isSampled, matching, type TestFile } from './files.ts';
import type { GroupName } from './groups.ts';
import type { GateOptions } from './options.ts';
import { lowestPriority } from './processes.ts';
import type { TestRun } from './run-tests.ts';
import { filesOfSlice } from './slices.ts';

/** Test runs one after the other. */
export type Lane = readonly TestRun[];
/** Lanes at the same time. */
export type Stage = readonly Lane[];

/** Groups whose imports show what a change affects. */
const ofCode: readonly GroupName[] = ['computing', 'pure', 'service'];

interface PlannedRun {
  readonly label: string;
  readonly groups: readonly GroupName[];
  /** Runs only files below this path. */
  readonly folder?: string;
  /** See `ProcessOptions`. */
  readonly priority?: number;
}

/**
 * Fast tests first. The arm of the browser tests waits for its motions, so pages run beside it, then the arm of the other
 * tests. Cells of their own do not: their commanders and controllers have real-time priority, too, and would hold up the
 * heartbeat of a shared arm. Tests that measure real time run last. They leave a core free, to the checks and to tests that
 * only compute: at the lowest priority, these delay nothing.
 */
const plan: readonly (readonly (readonly PlannedRun[])[])[] = [
  [[{ label: 'unit', groups: ['pure', 'service'] }]],
  [
    [
      { label: 'page', groups: ['page'] },
      { label: 'arm', groups: ['arm'], folder: 'services/' },
    ],
    [{ label: 'arm-browser', groups: ['arm'], folder: 'web/' }],
  ],
  [[{ label: 'process', groups: ['process'] }]],
  [[{ label: 'timed', groups: ['timed'] }], [{ label: 'computing', groups: ['computing'], priority: lowestPriority }]],
  [[{ label: 'cluster', groups: ['cluster'] }]],
];

/** Facts that a plan depends on besides the options. */
export interface PlanContext {
  readonly changedPaths: readonly string[];
  /** Files that try attacks. */
  readonly attacks: readonly string[];
  /** True if the programs of a cluster are on this machine. Default false. */
  readonly isClusterCached?: boolean;
}

/** The stages of a run of the gate. Groups without a file to run are left out. */
export function planStages(
  all: readonly TestFile[],
  options: GateOptions,
  { changedPaths, attacks, isClusterCached = false }: PlanContext,
): Stage[] {
  const hasCluster = isClusterCached && (options.isExhaustive || options.filters.length > 0);
  const files = matching(all, options.filters).filter(({ group }) => group !== 'cluster' || hasCluster);
  if (options.isSecurity) return toExhaustiveStages(files.filter(({ file }) => attacks.includes(file)));
  if (options.isExhaustive) return planExhaustive(files, options.slice);
  if (options.changedSince !== undefined) return planChanged(files, options, changedPaths);
  return toStages(files, () => ({ filters: options.filters }));
}

/** True for the stage whose tests wait for real time: what may run at the lowest priority runs beside it. */
export function leavesTime(stage: Stage): boolean {
  return stage.some((lane) => lane.some(({ groups }) => groups.includes('timed')));
}

function planExhaustive(files: readonly TestFile[], sliceText: string | undefined): Stage[] {
  const sampled = files.filter(({ file, group }) => group === 'cluster' || isSampled(file));
  const slice = parseSlice(sliceText);
  const whole = sampled.filter(({ file }) => !cutsItself(file)).map(({ file }) => file);
  const dealt = new Set(slice ? filesOfSlice(whole, slice) : whole);
  const chosen = sampled.filter(({ file }) => dealt.has(file) || cutsItself(file));
  return toExhaustiveStages(chosen, sliceText);
}

function toExhaustiveStages(chosen: readonly TestFile[], sliceText?: string): Stage[] {
  const env = { EXHAUSTIVE: '1', ...(sliceText !== undefined && { SLICE: sliceText }) };
  return toStages(chosen, (own) => ({ filters: own.map(({ file }) => file), env }));
}

/**
 * Imports show which tests beside the code a change affects; a table shows it for the others, which run the built
 * product.
 */
function planChanged(
  files: readonly TestFile[],
  { changedSince, filters }: GateOptions,
  paths: readonly string[],
): Stage[] {
  const affected = new Set<GroupName>(findAffectedGroups(paths));
  const isChanged = new Set(paths);
  const isInside = ({ group }: TestFile) => ofCode.includes(group);
  const chosen = files.filter((file) => isInside(file) || affected.has(file.group) || isChanged.has(file.file));
  return toStages(chosen, (own) =>
    own.every(isInside) ? { filters, changedSince } : { filters: own.map(({ file }) => file) },
  );
}

function toStages(
  files: readonly TestFile[],
  toRun: (own: readonly TestFile[]) => Omit<TestRun, keyof PlannedRun>,
): Stage[] {
  const runOf = ({ label, groups, folder = '', priority }: PlannedRun): TestRun[] => {
    const own = files.filter(({ file, group }) => groups.includes(group) && file.startsWith(folder));
    const needed = groups.filter((name) => own.some(({ group }) => group === name));
    if (own.length === 0) return [];
    const run = toRun(own);
    const ofFolder = folder !== '' && { filters: own.map(({ file }) => file) };
    return [{ label, groups: needed, ...run, ...ofFolder, ...(priority !== undefined && { priority }) }];
  };
  return plan
    .map((stage) => stage.map((lane) => lane.flatMap(runOf)).filter((lane) => lane.length > 0))
    .filter((stage) => stage.length > 0);
}
