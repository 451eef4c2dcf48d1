import { transformPoint } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { drawPose, squareSize } from '../chessboard/board.fixture.ts';
import { castRay, projectPoint } from '../pose/lens-camera.ts';
import { listBoardCorners } from '../pose/locate-board.ts';
import { calibrateIntrinsics } from './calibrate-intrinsics.ts';
import { createNormal, image, trueCamera } from './calibration.fixture.ts';

const board = { columns: 9, rows: 6 };
const corners = listBoardCorners(board, squareSize);

/** Pictures of the board in which all corners are. */
function takeViews(count: number, seed: number, noise: number) {
  const normal = createNormal(seed);
  const views = [];
  for (let at = 0; views.length < count; at += 1) {
    const pose = drawPose(board, 1000 * seed + at);
    const pixels = corners.flatMap((corner) => projectPoint(trueCamera, transformPoint(pose, corner)) ?? []);
    const isWhole = pixels.every(({ x, y }) => x > 0 && y > 0 && x < image.width && y < image.height);
    if (!isWhole || pixels.length < corners.length) continue;
    views.push(pixels.map(({ x, y }) => ({ x: x + noise * normal(), y: y + noise * normal() })));
  }
  return views;
}

describe('calibrateIntrinsics', () => {
  it('finds the lens of exact corners', () => {
    const found = calibrateIntrinsics(corners, takeViews(12, 1, 0), image);
    expect(found?.rms).toBeLessThan(1e-5);
    for (const name of ['fx', 'fy', 'ppx', 'ppy'] as const)
      expect(found?.camera[name]).toBeCloseTo(trueCamera[name], 3);
    for (const name of ['k1', 'k2', 'p1', 'p2'] as const)
      expect(found?.camera.distortion?.[name]).toBeCloseTo(trueCamera.distortion?.[name] ?? 0, 5);
  });

  it('finds the lens of measured corners within half a percent, and the rays within a third of a pixel', () => {
    for (let seed = 1; seed <= propertyRuns(4, 50); seed += 1) {
      const found = calibrateIntrinsics(corners, takeViews(15, seed, 0.08), image);
      if (!found) throw new Error('15 views determine a lens');
      expect(found.rms).toBeLessThan(0.1);
      expect(Math.abs(found.camera.fx / trueCamera.fx - 1)).toBeLessThan(0.005);
      expect(Math.abs(found.camera.fy / trueCamera.fy - 1)).toBeLessThan(0.005);
      expect(Math.abs(found.camera.fx - trueCamera.fx)).toBeLessThan(5 * (found.deviations[0] ?? 0));
      const [x, y] = castRay(found.camera, { x: 320, y: 240 });
      const [trueX, trueY] = castRay(trueCamera, { x: 320, y: 240 });
      // Principal point and tilt of all boards trade with each other.
      expect(600 * Math.hypot(x - trueX, y - trueY)).toBeLessThan(3);
    }
  });

  it('needs four views from different directions', () => {
    const views = takeViews(4, 1, 0.05);
    expect(calibrateIntrinsics(corners, views.slice(0, 3), image)).toBeUndefined();
    expect(calibrateIntrinsics(corners, views, image)).toBeDefined();
  });
});
