import { identityPose } from '@cellwright/geometry';
import { createRenderer, defaultSensor } from '@cellwright/render';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { describe, expect, it } from 'vitest';
import { grayFromRgb } from '../gray-image.ts';
import { camera, createBoardScene, drawPose, truePixels } from './board.fixture.ts';
import { type BoardSize, findChessboard, isTurnAmbiguous } from './find-chessboard.ts';

const renderer = createRenderer(camera);

function takePicture(size: BoardSize, seed: number, noise = 2) {
  const pose = drawPose(size, seed);
  const scene = createBoardScene(size, pose, seed);
  const shot = { scene, cameraPose: identityPose, sensor: { ...defaultSensor, blur: 0.5, noise }, seed };
  const { rgb } = renderer.render(shot);
  return { image: grayFromRgb(rgb, camera.width, camera.height), truth: truePixels(size, pose) };
}

type Points = readonly { readonly x: number; readonly y: number }[];

function rootMeanSquare(found: Points, truth: Points): number {
  const squares = truth.map(({ x, y }, index) => {
    const corner = found[index];
    return corner ? (corner.x - x) ** 2 + (corner.y - y) ** 2 : Number.POSITIVE_INFINITY;
  });
  return Math.sqrt(squares.reduce((sum, square) => sum + square, 0) / (2 * truth.length));
}

/** Error in pixels. The reversed order is the board turned by 180°. */
function errorOf(found: Points, truth: Points, size: BoardSize): number {
  const error = rootMeanSquare(found, truth);
  return isTurnAmbiguous(size) ? Math.min(error, rootMeanSquare(found.toReversed(), truth)) : error;
}

const sizes = [
  { columns: 3, rows: 3 },
  { columns: 4, rows: 3 },
  { columns: 9, rows: 6 },
];

describe('findChessboard', () => {
  it.each(sizes)('finds every board of $columns by $rows corners within a tenth of a pixel', (size) => {
    const errors = Array.from({ length: propertyRuns(12, 200) }, (_, index) => {
      const { image, truth } = takePicture(size, index + 1, 1 + (index % 4));
      const found = findChessboard(image, size);
      return found ? errorOf(found.corners, truth, size) : Number.POSITIVE_INFINITY;
    });
    expect(Math.max(...errors)).toBeLessThan(0.2);
    expect(Math.sqrt(errors.reduce((sum, error) => sum + error ** 2, 0) / errors.length)).toBeLessThan(0.07);
  });

  it('says which boards look the same turned by 180°', () => {
    expect(sizes.map(isTurnAmbiguous)).toEqual([true, false, false]);
  });

  it('finds no board of another size, and none where there is none', () => {
    const { image } = takePicture({ columns: 4, rows: 3 }, 5);
    expect(findChessboard(image, { columns: 3, rows: 3 })).toBeUndefined();
    expect(findChessboard(image, { columns: 5, rows: 3 })).toBeUndefined();
    const empty = { ...image, data: new Float32Array(image.data.length).fill(120) };
    expect(findChessboard(empty)).toBeUndefined();
  });
});
