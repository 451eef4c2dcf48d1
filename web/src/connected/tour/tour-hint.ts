import type { TourMark } from '../../parts/tour-mark.ts';
import type { TourProgress } from './tour-progress.ts';
import type { TourRoutine } from './tour-routine.ts';

export const tourSteps = ['gripper', 'positions', 'build', 'check', 'run'] as const;
export type TourStep = (typeof tourSteps)[number];

/** State of the cell and of the page that the tour follows. */
export interface TourFacts {
  readonly path: string;
  /** Newest gripper of the cell. */
  readonly gripperID: string | undefined;
  readonly isGripperMounted: boolean;
  /** Count of positions of the cell. */
  readonly positionCount: number;
  /** True if the arm is at one of these positions. */
  readonly isAtPosition: boolean;
  readonly robot: 'idle' | 'brakesOn' | 'running' | 'paused' | 'failure' | 'other';
  /** Routine of the tour, which the user began in it. */
  readonly routineID: string | undefined;
  readonly isBuilt: boolean;
  readonly isChecked: boolean;
  readonly isRun: boolean;
  /** True if the last run of the robot was a complete one of the routine of the tour. */
  readonly hasCompleted: boolean;
  /** Routine in the editor; undefined on other screens. */
  readonly editor: TourEditor | undefined;
  /** True if an element that the selector finds is visible. */
  isShown(selector: string): boolean;
}

export interface TourEditor {
  readonly routine: TourRoutine;
  /** Count of problems that prevent the routine from running. */
  readonly problemCount: number;
  readonly dryRun: 'none' | 'running' | 'completed' | 'failed';
}

/** Next action of the user. */
export interface TourHint {
  readonly step: TourStep | 'end';
  /** Key of its text. */
  readonly text: TourText;
  /** Selector of the control to use; undefined if the user only waits. */
  readonly target: string | undefined;
}

export type TourText =
  | 'openBox'
  | 'openDevices'
  | 'addDevice'
  | 'chooseKind'
  | 'fillIn'
  | 'create'
  | 'chooseGripperRow'
  | 'mount'
  | 'openMove'
  | 'releaseBrakes'
  | 'teachFirst'
  | 'jog'
  | 'teachSecond'
  | 'openRoutines'
  | 'newRoutine'
  | 'openLibrary'
  | 'addMove'
  | 'addSecondMove'
  | 'openStep'
  | 'choosePosition'
  | 'chooseOther'
  | 'addGripperStep'
  | 'chooseGripper'
  | 'endLoop'
  | 'solveProblems'
  | 'openRoutine'
  | 'openProblems'
  | 'startDryRun'
  | 'waitForDryRun'
  | 'readFindings'
  | 'play'
  | 'watch'
  | 'resume'
  | 'recover'
  | 'finished';

const marked = (mark: TourMark) => `[data-tour="${mark}"]`;
const rail = (path: string) => `nav a[href="${path}"]`;
const library = (kind: string) => `[data-testid="library-${kind}"]`;
const row = (stepID: string) => `[data-step="${stepID}"]`;
const form = '[data-testid="step-form"]';

type Found = readonly [text: TourText, target: string | undefined];
type FindStep = (facts: TourFacts) => Found | undefined;

const finders: Readonly<Record<TourStep, FindStep>> = {
  gripper: findGripperHint,
  positions: findPositionsHint,
  build: findBuildHint,
  check: findCheckHint,
  run: findRunHint,
};

/** Returns the next action of the first step of the tour that is not done. */
export function findTourHint(facts: TourFacts): TourHint {
  for (const step of tourSteps) {
    const found = finders[step](facts);
    if (found) return { step, text: found[0], target: found[1] };
  }
  return { step: 'end', text: 'finished', target: undefined };
}

/** Returns the proved progress, and the next action with it: a routine that has just opened is that of the tour. */
export function readTour(facts: TourFacts) {
  const proved = findTourProgress(facts);
  return { proved, hint: findTourHint({ ...facts, ...proved }) };
}

/** Returns the progress that the facts prove. An empty routine that the user opens becomes the routine of the tour. */
export function findTourProgress(facts: TourFacts): Partial<Omit<TourProgress, 'userID'>> {
  const { editor, routineID, hasCompleted } = facts;
  if (editor?.routine.isEmpty && editor.routine.id !== routineID) {
    return { routineID: editor.routine.id, isBuilt: false, isChecked: false, isRun: false };
  }
  const own = editor?.routine.id === routineID ? editor : undefined;
  return {
    ...(own && { isBuilt: findEditHint(facts, own) === undefined }),
    ...(own?.dryRun === 'completed' && { isChecked: true }),
    ...(hasCompleted && { isRun: true }),
  };
}

function findGripperHint({ gripperID, isGripperMounted, path, isShown }: TourFacts): Found | undefined {
  if (isGripperMounted) return undefined;
  if (path !== '/box') return ['openBox', rail('/box')];
  const otherPart = `${marked('devices')} [role="radio"][aria-checked="false"]:first-child`;
  if (isShown(otherPart)) return ['openDevices', otherPart];
  if (gripperID !== undefined) {
    const device = `[data-device="${gripperID}"]`;
    const canMount = isShown(`${device}[aria-pressed="true"]`) && isShown(marked('mount'));
    return canMount ? ['mount', marked('mount')] : ['chooseGripperRow', device];
  }
  const kind = '[data-testid="kind-OnRobot2FG7"]';
  if (isShown(kind)) return ['chooseKind', kind];
  const create = `${marked('newDevice')} [type="submit"]`;
  if (!isShown(create)) return ['addDevice', marked('addDevice')];
  const problem = `${marked('newDevice')} [aria-invalid="true"]`;
  return isShown(problem) ? ['fillIn', problem] : ['create', create];
}

function findPositionsHint(facts: TourFacts): Found | undefined {
  const { positionCount, path, isAtPosition } = facts;
  if (positionCount >= 2) return undefined;
  if (path !== '/move') return ['openMove', rail('/move')];
  const before = findRobotHint(facts);
  if (before) return before;
  if (positionCount === 0) return ['teachFirst', marked('teach')];
  return isAtPosition ? ['jog', '[data-testid="J0-plus"], [data-testid="x-plus"]'] : ['teachSecond', marked('teach')];
}

/** Returns the action that the arm needs before it can move. */
function findRobotHint({ robot, isShown }: TourFacts): Found | undefined {
  if (robot === 'brakesOn') return ['releaseBrakes', 'main [data-guarded="releaseBrakes"]'];
  if (robot !== 'failure') return undefined;
  const recover = 'main [data-guarded="recover"]';
  return ['recover', isShown(recover) ? recover : rail('/')];
}

function findBuildHint(facts: TourFacts): Found | undefined {
  const { editor, routineID, isBuilt, path } = facts;
  const isOpen = editor !== undefined && editor.routine.id === routineID;
  if (isOpen) return findEditHint(facts, editor);
  if (isBuilt) return undefined;
  if (routineID !== undefined) return findOpenHint(facts, routineID);
  return path === '/routines' ? ['newRoutine', marked('newRoutine')] : ['openRoutines', rail('/routines')];
}

/** Returns how to open the routine of the tour; a new one if it was deleted. */
function findOpenHint({ path, isShown }: TourFacts, routineID: string): Found {
  if (path !== '/routines') return ['openRoutines', rail('/routines')];
  const link = `main a[href="/routines/${routineID}"]`;
  return isShown(link) ? ['openRoutine', link] : ['newRoutine', marked('newRoutine')];
}

function findEditHint(facts: TourFacts, { routine, problemCount }: TourEditor): Found | undefined {
  const { waypoints, grippers, endlessLoopID } = routine;
  const untold = waypoints.find(({ target }) => target === undefined);
  if (untold) return findFieldHint(facts, untold.id, ['choosePosition', marked('position')]);
  if (waypoints.length === 0) return findLibraryHint(facts, 'addMove', 'MoveArmToV2');
  const empty = grippers.find(({ hasDevice }) => !hasDevice);
  if (empty) return findFieldHint(facts, empty.id, ['chooseGripper', `${form} select`]);
  if (grippers.length === 0) return findLibraryHint(facts, 'addGripperStep', 'ActuateGripper');
  if (waypoints.length === 1) return findLibraryHint(facts, 'addSecondMove', 'MoveArmToV2');
  const last = waypoints.at(-1);
  const isSame = new Set(waypoints.map(({ target }) => target)).size === 1;
  if (isSame && last) return findFieldHint(facts, last.id, ['chooseOther', marked('position')]);
  if (endlessLoopID !== undefined) return findFieldHint(facts, endlessLoopID, ['endLoop', `${form} input`]);
  if (problemCount > 0) return ['solveProblems', marked('problemCount')];
  return undefined;
}

/** Returns a field of a step, after its row if another step is selected. */
function findFieldHint({ isShown }: TourFacts, stepID: string, field: Found): Found {
  const [, target] = field;
  const isSelected = isShown(`${row(stepID)}[aria-selected="true"]`);
  return isSelected && target !== undefined && isShown(target) ? field : ['openStep', row(stepID)];
}

function findLibraryHint({ isShown }: TourFacts, text: TourText, kind: string): Found {
  return isShown(library(kind)) ? [text, library(kind)] : ['openLibrary', marked('addStep')];
}

function findCheckHint(facts: TourFacts): Found | undefined {
  const { isChecked, editor, routineID = '', isShown } = facts;
  if (isChecked) return undefined;
  if (editor?.routine.id !== routineID) return findOpenHint(facts, routineID);
  if (editor.dryRun === 'running') return ['waitForDryRun', undefined];
  if (!isShown(marked('dryRun'))) return ['openProblems', marked('problemCount')];
  return editor.dryRun === 'failed' ? ['readFindings', marked('findings')] : ['startDryRun', marked('dryRun')];
}

function findRunHint(facts: TourFacts): Found | undefined {
  const { isRun, robot, editor, routineID = '' } = facts;
  if (isRun) return undefined;
  if (robot === 'running') return ['watch', undefined];
  if (robot === 'paused') return ['resume', '[data-guarded="resume"]'];
  if (editor?.routine.id !== routineID) return findOpenHint(facts, routineID);
  const play = ['play', 'startOver', 'startHere'].map((meaning) => `main [data-guarded="${meaning}"]`).join(', ');
  return findRobotHint(facts) ?? ['play', play];
}
