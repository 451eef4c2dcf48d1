import { createRandom, distancePoses, transformPoint } from '@cellwright/geometry';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { drawPose, squareSize } from '../chessboard/board.fixture.ts';
import type { LensCamera } from './lens-camera.ts';
import { listBoardCorners, locateBoard } from './locate-board.ts';

const camera: LensCamera = { fx: 600, fy: 604, ppx: 318.4, ppy: 241.7 };
const sizes = [
  { columns: 3, rows: 3 },
  { columns: 9, rows: 6 },
];

/** Corners of the board as a pinhole shows them, each off by up to so many pixels. */
function project(size: (typeof sizes)[number], seed: number, noise: number) {
  const pose = drawPose(size, seed);
  const random = createRandom(seed);
  const board = listBoardCorners(size, squareSize);
  const pixels = board.map((corner) => {
    const [x, y, z] = transformPoint(pose, corner);
    const off = () => (2 * random() - 1) * noise;
    return { x: (camera.fx * x) / z + camera.ppx + off(), y: (camera.fy * y) / z + camera.ppy + off() };
  });
  return { pose, board, pixels };
}

describe('locateBoard', () => {
  it.each(sizes)('finds the pose of $columns by $rows exact corners to a micrometre', (size) => {
    for (let seed = 1; seed <= propertyRuns(40, 1000); seed += 1) {
      const { pose, board, pixels } = project(size, seed, 0);
      const found = locateBoard(camera, board, pixels);
      expect(found?.rms).toBeLessThan(1e-6);
      const { translation, rotation } = distancePoses(pose, found?.pose ?? pose);
      expect([translation < 1e-6, rotation < 1e-5], `seed ${seed}`).toEqual([true, true]);
    }
  });

  it('spreads the error of the corners over the pose', () => {
    const { pose, board, pixels } = project({ columns: 9, rows: 6 }, 3, 0.1);
    const found = locateBoard(camera, board, pixels);
    expect(found?.rms).toBeGreaterThan(0.03);
    expect(found?.rms).toBeLessThan(0.07);
    expect(distancePoses(pose, found?.pose ?? pose).translation).toBeLessThan(0.001);
  });

  it('finds no pose for corners on one point', () => {
    const board = listBoardCorners({ columns: 3, rows: 3 }, squareSize);
    const pixels = board.map(() => ({ x: 10, y: 10 }));
    expect(locateBoard(camera, board, pixels)).toBeUndefined();
  });
});
