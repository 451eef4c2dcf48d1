import { composePoses, makePose } from '@cellwright/geometry';
import { describe, expect, it } from 'vitest';
import { large, type Rig, reversedView, small, takeViews, trueCamera } from './calibration.fixture.ts';
import { checkView } from './check-view.ts';

const noTurn = { i: 0, j: 0, k: 0, w: 1 };
const rig: Rig = { ...large, isOnWrist: true, count: 5, seed: 3, cornerNoise: 0.05 };

function check(each: Rig, change: { camera?: [number, number, number]; turned?: boolean } = {}) {
  const { views, truth } = takeViews(each);
  const { camera: shift = [0, 0, 0], turned = false } = change;
  const calibration = {
    ...{ isOnWrist: each.isOnWrist, lens: trueCamera, size: each.board, squareSize: each.squareSize },
    ...{ camera: composePoses(truth.camera, makePose(shift, noTurn)), board: truth.board },
  };
  return views.map((view) => checkView(calibration, turned ? reversedView(view) : view));
}

describe('The check of a calibration', () => {
  it.each([true, false])('finds a true calibration within the noise of the corners: on the wrist %s', (isOnWrist) => {
    for (const { pixels, distance } of check({ ...rig, isOnWrist })) {
      expect(pixels).toBeLessThan(0.08);
      expect(1000 * distance).toBeLessThan(0.1);
    }
  });

  it.each([true, false])('shows a camera that was displaced by 2 mm: on the wrist %s', (isOnWrist) => {
    for (const { distance } of check({ ...rig, isOnWrist }, { camera: [0.002, 0, 0] })) {
      expect(1000 * distance).toBeGreaterThan(1.8);
      expect(1000 * distance).toBeLessThan(2.2);
    }
  });

  it('accepts a board that looks the same turned by 180°, read turned', () => {
    for (const { pixels } of check({ ...rig, ...small }, { turned: true })) expect(pixels).toBeLessThan(0.1);
  });
});
