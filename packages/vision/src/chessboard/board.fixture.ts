import {
  createRandom,
  makePose,
  type Pose,
  pixelOf,
  quaternionFromEulerDegrees,
  transformPoint,
  type Vec3,
} from '@cellwright/geometry';
import { type Camera, createRectangle, type Mesh, type Scene, type SceneObject } from '@cellwright/render';
import type { BoardSize } from './find-chessboard.ts';

export const squareSize = 0.03;

/** Camera whose lens bends as that of a webcam. */
export const camera: Camera = {
  ...{ width: 640, height: 480, fx: 600, fy: 602, cx: 318.4, cy: 241.7 },
  distortion: { k1: -0.1, k2: 0.03, p1: 0.0005, p2: -0.0005, k3: 0 },
};

/** Board whose first inner corner is at its origin, x along its rows; the square before that corner is dark. */
export function createBoard({ columns, rows }: BoardSize): Mesh {
  const corners: number[] = [];
  const colors: number[] = [];
  const add = (left: number, top: number, right: number, bottom: number, color: number): void => {
    corners.push(left, top, 0, right, top, 0, right, bottom, 0, left, top, 0, right, bottom, 0, left, bottom, 0);
    colors.push(...Array.from({ length: 6 }, () => color));
  };
  const at = (index: number) => index * squareSize;
  for (let row = -1; row < rows; row += 1)
    for (let column = -1; column < columns; column += 1)
      add(at(column), at(row), at(column + 1), at(row + 1), (row + column) % 2 === 0 ? 25 : 225);
  // White margin of a printed board.
  add(at(-1.5), at(-1.5), at(columns + 0.5), at(-1), 225);
  add(at(-1.5), at(rows), at(columns + 0.5), at(rows + 0.5), 225);
  add(at(-1.5), at(-1), at(-1), at(rows), 225);
  add(at(columns), at(-1), at(columns + 0.5), at(rows), 225);
  return { corners: Float32Array.from(corners), colors: Uint8Array.from(colors) };
}

/** Inner corners in the frame of the board, row by row. */
export function listCorners({ columns, rows }: BoardSize): Vec3[] {
  return Array.from({ length: columns * rows }, (_, index) => [
    (index % columns) * squareSize,
    Math.floor(index / columns) * squareSize,
    0,
  ]);
}

/** Pose of the board whose middle lies in front of the camera, tilted and turned at random; the same for a seed. */
export function drawPose({ columns, rows }: BoardSize, seed: number, maxTilt = 45): Pose {
  const random = createRandom(seed);
  const between = (least: number, most: number) => least + random() * (most - least);
  const tilt = between(0, maxTilt);
  const towards = between(0, 2 * Math.PI);
  const turn = quaternionFromEulerDegrees([tilt * Math.cos(towards), tilt * Math.sin(towards), between(-180, 180)]);
  const middle: Vec3 = [((columns - 1) * squareSize) / 2, ((rows - 1) * squareSize) / 2, 0];
  const distance = between(0.25, 0.5) * (Math.max(columns, rows) > 4 ? 1.8 : 1);
  const wanted: Vec3 = [between(-0.15, 0.15) * distance, between(-0.1, 0.1) * distance, distance];
  const [x, y, z] = transformPoint(makePose([0, 0, 0], turn), middle);
  return makePose([wanted[0] - x, wanted[1] - y, wanted[2] - z], turn);
}

/** The board before a wall, with other things beside it. */
export function createBoardScene(size: BoardSize, pose: Pose, seed = 1): Scene {
  const random = createRandom(seed + 1000);
  const upright = quaternionFromEulerDegrees([0, 0, 0]);
  const wall: SceneObject = {
    id: 1,
    mesh: createRectangle(6, 6),
    pose: makePose([0, 0, 2], upright),
    color: [120, 125, 130],
  };
  const things = Array.from({ length: 12 }, (_, index): SceneObject => {
    const place: Vec3 = [random() * 1.6 - 0.8, random() * 1.2 - 0.6, 1.6];
    const shade = Math.round(40 + 180 * random());
    const mesh = createRectangle(0.05 + 0.2 * random(), 0.05 + 0.2 * random());
    return {
      id: 10 + index,
      mesh,
      pose: makePose(place, quaternionFromEulerDegrees([0, 0, 360 * random()])),
      color: [shade, shade, shade],
    };
  });
  const board: SceneObject = { id: 2, mesh: createBoard(size), pose, color: [255, 255, 255] };
  return { objects: [wall, ...things, board], background: [60, 60, 60], light: { direction: [0, 0, -1], ambient: 1 } };
}

/** Pixels of the inner corners, as the lens shows them. */
export function truePixels(size: BoardSize, pose: Pose): { readonly x: number; readonly y: number }[] {
  return listCorners(size).map((corner) => {
    const [x, y] = pixelOf(camera, transformPoint(pose, corner)) ?? [Number.NaN, Number.NaN];
    return { x, y };
  });
}
