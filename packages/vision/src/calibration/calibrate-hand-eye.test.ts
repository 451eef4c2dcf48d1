import { makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { type CalibratedHandEye, calibrateHandEye, defaultArmAccuracy } from './calibrate-hand-eye.ts';
import {
  errorOf,
  large,
  percentile,
  type Rig,
  reversedView,
  small,
  takeViews,
  trueCamera,
} from './calibration.fixture.ts';
import type { HandEyeView } from './refine-hand-eye.ts';

const realArm = { position: 0.0001, rotation: 0.02 };
/** A push at the board: 4 mm along the table, and 1°. */
const displaced = makePose([0.004, -0.001, 0], quaternionFromEulerDegrees([0, 0, 1]));
const rig: Rig = { ...small, isOnWrist: true, count: 12, seed: 1, cornerNoise: 0.06 };

function calibrate({ board, squareSize, isOnWrist }: Rig, views: readonly HandEyeView[]): CalibratedHandEye {
  const found = calibrateHandEye({ isOnWrist, camera: trueCamera, board, squareSize, views });
  if (!found.ok) throw new Error(found.problem);
  return found;
}

/** Result of views that determine no calibration. */
function refuse({ board, squareSize, isOnWrist }: Rig, views: readonly HandEyeView[]) {
  const found = calibrateHandEye({ isOnWrist, camera: trueCamera, board, squareSize, views });
  if (found.ok) throw new Error('The views determine a calibration');
  return found;
}

/** Errors of many calibrations, mm and degrees, at 95 of 100. */
function errorsOf(each: Omit<Rig, 'seed'>, runs: number) {
  const errors = Array.from({ length: runs }, (_, index) => {
    const { views, truth } = takeViews({ ...each, seed: index + 1 });
    return errorOf(calibrate({ ...each, seed: 0 }, views).camera, truth.camera);
  });
  return {
    mm: percentile(
      errors.map(({ mm }) => mm),
      0.95,
    ),
    degrees: percentile(
      errors.map(({ degrees }) => degrees),
      0.95,
    ),
  };
}

describe('calibrateHandEye', () => {
  const runs = propertyRuns(2, 50);

  it.each([
    ['a small board', small],
    ['a large board', large],
  ])('finds a camera on the wrist of an exact arm with %s within 0.15 mm and 0.05°', (_, board) => {
    const { mm, degrees } = errorsOf({ ...rig, ...board }, runs);
    expect(mm).toBeLessThan(0.15);
    expect(degrees).toBeLessThan(0.05);
  });

  it('finds a camera on the wrist of a real arm by 20 poses within 0.3 mm and 0.1°', () => {
    const { mm, degrees } = errorsOf({ ...rig, count: 20, armNoise: realArm }, runs);
    expect(mm).toBeLessThan(0.3);
    expect(degrees).toBeLessThan(0.1);
  });

  it('finds a fixed camera by a board on the flange', () => {
    const { mm, degrees } = errorsOf({ ...rig, ...large, isOnWrist: false }, runs);
    expect(mm).toBeLessThan(0.5);
    expect(degrees).toBeLessThan(0.1);
  });

  it('finds the same camera whichever of the views show the board turned by 180°', () => {
    const { views } = takeViews(rig);
    const straight = calibrate(rig, views);
    // Every fourth of these choices of views in `npm test`.
    for (let turned = 1; turned < 2 ** 12; turned += 331 * propertyRuns(4, 1)) {
      const mixed = views.map((view, index) => ((turned >> index) & 1 ? reversedView(view) : view));
      const { mm, degrees } = errorOf(calibrate(rig, mixed).camera, straight.camera);
      expect([mm < 0.001, degrees < 0.001], `turned ${turned}`).toEqual([true, true]);
    }
  });

  it('assumes an inexact arm only if the pictures contradict its poses', () => {
    expect(calibrate(rig, takeViews(rig).views).arm).toBeUndefined();
    const real = { ...rig, armNoise: realArm };
    expect(calibrate(real, takeViews(real).views).arm).toEqual(defaultArmAccuracy);
  });

  it('takes the arm as exact if only some pictures are less sharp than others', () => {
    for (let seed = 1; seed <= runs; seed += 1) {
      const [sharp, dull] = [0.02, 0.1].map((cornerNoise) => takeViews({ ...rig, seed, cornerNoise }).views);
      const mixed = (sharp ?? []).map((view, index) => (index % 3 === 0 ? (dull?.[index] ?? view) : view));
      expect(calibrate(rig, mixed).arm, `seed ${seed}`).toBeUndefined();
    }
  });

  it('expects an error of the size of the true one', () => {
    const ratios = Array.from({ length: runs }, (_, index) => {
      const real = { ...rig, count: 20, armNoise: realArm, seed: index + 1 };
      const { views, truth } = takeViews(real);
      const found = calibrate(real, views);
      return errorOf(found.camera, truth.camera).mm / (1000 * found.expectedError.position);
    });
    expect(percentile(ratios, 0.5)).toBeGreaterThan(0.2);
    expect(percentile(ratios, 0.5)).toBeLessThan(3);
  });

  it('refuses views of which one shows the picture of another pose, and names it', () => {
    const { views } = takeViews(rig);
    const wrong = views.map((view, index) => (index === 5 ? { ...view, pixels: views[6]?.pixels ?? [] } : view));
    expect(refuse(rig, wrong)).toEqual({ ok: false, problem: 'viewDisplaced', view: 5 });
    expect(calibrate(rig, views).views.filter(({ isOutlier }) => isOutlier)).toEqual([]);
  });

  const displacedRigs: readonly (readonly [string, Rig])[] = [
    ['on the wrist of an exact arm', rig],
    ['on the wrist of a real arm', { ...rig, armNoise: realArm }],
    ['above the cell', { ...rig, isOnWrist: false }],
  ];
  const displacedRuns = propertyRuns(1, 25);

  it.each(displacedRigs)('names the one view in which the board was displaced, for a camera %s', (_, each) => {
    for (let seed = 1; seed <= displacedRuns; seed += 1) {
      const moved = (3 * seed) % rig.count;
      const views = takeViews({ ...each, seed, displacement: { poses: [moved], by: displaced } }).views;
      expect(refuse(each, views), `seed ${seed}`).toEqual({ ok: false, problem: 'viewDisplaced', view: moved });
    }
  });

  it.each(displacedRigs)('names the first view after the board was moved for good, for a camera %s', (_, each) => {
    for (let seed = 1; seed <= displacedRuns; seed += 1) {
      const first = 3 + ((2 * seed) % (rig.count - 5));
      const poses = Array.from({ length: rig.count - first }, (_item, index) => first + index);
      const views = takeViews({ ...each, seed, displacement: { poses, by: displaced } }).views;
      expect(refuse(each, views), `seed ${seed}`).toEqual({ ok: false, problem: 'boardMoved', view: first });
    }
  });

  it('refuses views between which the board moved again and again', () => {
    const displacement = { poses: [1, 4, 6, 9], by: makePose([0.02, 0.01, 0], quaternionFromEulerDegrees([0, 0, 5])) };
    const { views } = takeViews({ ...rig, displacement });
    expect(refuse(rig, views)).toEqual({ ok: false, problem: 'posesDoNotMatch' });
  });

  it('names a view that was taken twice', () => {
    const { views } = takeViews(rig);
    const [first] = views;
    const twice = calibrate(rig, first ? [...views, first] : views);
    expect(twice.views.at(-1)).toMatchObject({ sameAs: 0 });
    expect(twice.views.filter(({ sameAs }) => sameAs !== undefined)).toHaveLength(1);
  });

  it('needs four poses, and turns about two axes', () => {
    const { board, squareSize } = rig;
    const { views } = takeViews(rig);
    const input = { isOnWrist: true, camera: trueCamera, board, squareSize };
    expect(calibrateHandEye({ ...input, views: views.slice(0, 3) })).toEqual({ ok: false, problem: 'notEnoughPoses' });
    const shifted = views.map(({ pixels }, index) => ({
      flange: { x: 0.3 + 0.01 * index, y: 0, z: 0.4, i: 1, j: 0, k: 0, w: 0 },
      pixels,
    }));
    expect(calibrateHandEye({ ...input, views: shifted })).toEqual({ ok: false, problem: 'insufficientRotation' });
  });

  it('finds no pose for corners that are no board', () => {
    const { board, squareSize } = rig;
    const { views } = takeViews(rig);
    const pointlike = views.map(({ flange, pixels }) => ({ flange, pixels: pixels.map(() => ({ x: 10, y: 10 })) }));
    const input = { isOnWrist: true, camera: trueCamera, board, squareSize, views: pointlike };
    expect(calibrateHandEye(input)).toEqual({ ok: false, problem: 'boardNotFound' });
  });
});
