import { describe, expect, it } from 'vitest';
import { tourDe } from '../../i18n/de/tour.ts';
import { tourEn } from '../../i18n/en/tour.ts';
import { findTourHint, findTourProgress, readTour, type TourEditor, type TourFacts } from './tour-hint.ts';
import type { TourRoutine } from './tour-routine.ts';

const fresh: TourFacts = {
  path: '/',
  gripperID: undefined,
  isGripperMounted: false,
  positionCount: 0,
  isAtPosition: false,
  robot: 'brakesOn',
  routineID: undefined,
  isBuilt: false,
  isChecked: false,
  isRun: false,
  hasCompleted: false,
  editor: undefined,
  isShown: () => false,
};
const begun: TourRoutine = {
  id: 'routine_first',
  isEmpty: true,
  waypoints: [],
  grippers: [],
  endlessLoopID: 'step_loop',
};
const complete: TourRoutine = {
  id: 'routine_first',
  isEmpty: false,
  waypoints: [
    { id: 'step_one', target: 'P1' },
    { id: 'step_two', target: 'P2' },
  ],
  grippers: [{ id: 'step_grip', hasDevice: true }],
  endlessLoopID: undefined,
};

/** True for selectors that contain one of the texts. */
const showing =
  (...texts: string[]) =>
  (selector: string) =>
    texts.some((text) => selector.includes(text));
const find = (facts: Partial<TourFacts>) => findTourHint({ ...fresh, ...facts });
const textOf = (facts: Partial<TourFacts>) => find(facts).text;

describe('The gripper step of the tour', () => {
  it('leads from Home through the catalogue and the form to the mounted gripper', () => {
    expect(find({})).toEqual({ step: 'gripper', text: 'openBox', target: 'nav a[href="/box"]' });
    const box = { path: '/box' };
    expect(textOf({ ...box, isShown: showing('aria-checked') })).toBe('openDevices');
    expect(textOf({ ...box, isShown: showing('addDevice') })).toBe('addDevice');
    expect(textOf({ ...box, isShown: showing('addDevice', 'kind-') })).toBe('chooseKind');
    expect(textOf({ ...box, isShown: showing('addDevice', 'newDevice') })).toBe('fillIn');
    const isValid = (selector: string) => !/aria-invalid|aria-checked|kind-/.test(selector);
    expect(textOf({ ...box, isShown: isValid })).toBe('create');
    const added = { ...box, gripperID: 'equipment_1' };
    expect(textOf({ ...added, isShown: showing('addDevice', 'mount', 'aria-pressed') })).toBe('mount');
    expect(find({ ...added, isShown: showing('addDevice') })).toMatchObject({
      text: 'chooseGripperRow',
      target: '[data-device="equipment_1"]',
    });
    expect(find({ ...added, isGripperMounted: true }).step).toBe('positions');
  });
});

describe('The positions step of the tour', () => {
  const mounted = { isGripperMounted: true, path: '/move', robot: 'idle' } as const;

  it('asks to move the arm between the two positions', () => {
    expect(textOf({ ...mounted, path: '/box' })).toBe('openMove');
    expect(textOf({ ...mounted, robot: 'brakesOn' })).toBe('releaseBrakes');
    expect(textOf(mounted)).toBe('teachFirst');
    expect(textOf({ ...mounted, positionCount: 1, isAtPosition: true })).toBe('jog');
    expect(textOf({ ...mounted, positionCount: 1 })).toBe('teachSecond');
    expect(find({ ...mounted, positionCount: 2 }).step).toBe('build');
  });

  it('points at Recover after a failure, or at Home if the screen has no such button', () => {
    const failed = { ...mounted, robot: 'failure' } as const;
    expect(find({ ...failed, isShown: showing('recover') }).target).toBe('main [data-guarded="recover"]');
    expect(find(failed).target).toBe('nav a[href="/"]');
  });
});

describe('The routine of the tour', () => {
  const taught = { isGripperMounted: true, positionCount: 2, robot: 'idle' } as const;
  const inEditor = (routine: Partial<TourRoutine>, more: Partial<TourEditor> = {}): Partial<TourFacts> => ({
    ...taught,
    path: '/routines/routine_first',
    routineID: 'routine_first',
    editor: { routine: { ...complete, ...routine }, problemCount: 0, dryRun: 'none', ...more },
  });

  it('becomes the first empty one that the user opens, and no other', () => {
    const editor = { routine: begun, problemCount: 1, dryRun: 'none' } as const;
    expect(findTourProgress({ ...fresh, ...taught, editor })).toMatchObject({ routineID: 'routine_first' });
    expect(findTourProgress({ ...fresh, ...taught, editor: { ...editor, routine: complete } })).toEqual({});
    expect(textOf({ ...taught, editor: { ...editor, routine: complete } })).toBe('openRoutines');
    expect(textOf({ ...taught, path: '/routines' })).toBe('newRoutine');
  });

  it('has its first action at once when it opens, without a way back to the list', () => {
    const editor = { routine: begun, problemCount: 1, dryRun: 'none' } as const;
    const opened = { ...fresh, ...taught, path: '/routines/routine_first', editor };
    expect(readTour(opened).hint.text).toBe('openLibrary');
  });

  it('gets two moves to different positions, a gripper step and a loop that ends', () => {
    const library = showing('library-', 'aria-selected', 'position', 'step-form');
    const say = (routine: Partial<TourRoutine>, isShown = library) => textOf({ ...inEditor(routine), isShown });
    expect(say({ waypoints: [], grippers: [] }, () => false)).toBe('openLibrary');
    expect(say({ waypoints: [], grippers: [] })).toBe('addMove');
    const untold = { id: 'step_one', target: undefined };
    expect(say({ waypoints: [untold], grippers: [] })).toBe('choosePosition');
    expect(say({ waypoints: [untold], grippers: [] }, () => false)).toBe('openStep');
    const one = complete.waypoints.slice(0, 1);
    expect(say({ waypoints: one, grippers: [] })).toBe('addGripperStep');
    expect(say({ waypoints: one, grippers: [{ id: 'step_grip', hasDevice: false }] })).toBe('chooseGripper');
    expect(say({ waypoints: one })).toBe('addSecondMove');
    expect(say({ waypoints: [...one, { id: 'step_two', target: 'P1' }] })).toBe('chooseOther');
    expect(say({ endlessLoopID: 'step_loop' })).toBe('endLoop');
    expect(textOf(inEditor({}, { problemCount: 1 }))).toBe('solveProblems');
    expect(find(inEditor({})).step).toBe('check');
  });

  it('can be left and found again, also after it was deleted', () => {
    const away = { ...taught, routineID: 'routine_first' };
    expect(find({ ...away, path: '/move' })).toMatchObject({ step: 'build', text: 'openRoutines' });
    expect(textOf({ ...away, path: '/routines', isShown: showing('routine_first') })).toBe('openRoutine');
    expect(textOf({ ...away, path: '/routines' })).toBe('newRoutine');
    expect(find({ ...away, isBuilt: true, path: '/move' })).toMatchObject({ step: 'check', text: 'openRoutines' });
  });

  it('needs a dry run that completes', () => {
    const shows = { isShown: showing('dryRun') };
    expect(textOf(inEditor({}))).toBe('openProblems');
    expect(textOf({ ...inEditor({}), ...shows })).toBe('startDryRun');
    expect(textOf({ ...inEditor({}, { dryRun: 'running' }), ...shows })).toBe('waitForDryRun');
    expect(textOf({ ...inEditor({}, { dryRun: 'failed' }), ...shows })).toBe('readFindings');
    const proven = inEditor({}, { dryRun: 'completed' });
    expect(findTourProgress({ ...fresh, ...proven })).toEqual({ isBuilt: true, isChecked: true });
  });

  it('ends the tour with a complete run', () => {
    const checked = { ...inEditor({}), isChecked: true };
    expect(textOf({ ...checked, robot: 'brakesOn' })).toBe('releaseBrakes');
    expect(textOf(checked)).toBe('play');
    expect(find({ ...checked, robot: 'running' })).toMatchObject({ text: 'watch', target: undefined });
    expect(textOf({ ...checked, robot: 'paused' })).toBe('resume');
    expect(findTourProgress({ ...fresh, ...checked, hasCompleted: true })).toMatchObject({ isRun: true });
    expect(find({ ...checked, isRun: true })).toMatchObject({ step: 'end', text: 'finished' });
  });
});

describe('The texts of the tour', () => {
  it('fit the card, in every language', () => {
    for (const { hints } of [tourEn, tourDe]) {
      for (const text of Object.values(hints)) expect(text.length, text).toBeLessThanOrEqual(150);
    }
  });
});
