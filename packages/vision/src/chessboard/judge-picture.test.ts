import { identityPose, makePose, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { createRenderer, defaultSensor } from '@cellwright/render';
import { describe, expect, it } from 'vitest';
import { grayFromRgb } from '../gray-image.ts';
import { camera, createBoardScene } from './board.fixture.ts';
import { findChessboard } from './find-chessboard.ts';
import { judgePicture } from './judge-picture.ts';

const renderer = createRenderer(camera);
const size = { columns: 4, rows: 3 };
const pose = makePose([-0.04, -0.03, 0.35], quaternionFromEulerDegrees([15, -10, 20]));

function judge(sensor: Partial<typeof defaultSensor>) {
  const shot = { scene: createBoardScene(size, pose), cameraPose: identityPose, seed: 1 };
  const { rgb } = renderer.render({ ...shot, sensor: { ...defaultSensor, noise: 1.5, ...sensor } });
  const image = grayFromRgb(rgb, camera.width, camera.height);
  const found = findChessboard(image, size);
  if (!found) throw new Error('The picture shows a board');
  return judgePicture(image, found.corners, size);
}

describe('judgePicture', () => {
  it('measures the blur of the lens within a quarter of a pixel', () => {
    for (const blur of [1, 1.5, 2]) expect(Math.abs(judge({ blur }).blur - blur)).toBeLessThan(0.4);
    expect(judge({ blur: 0.5 }).blur).toBeLessThan(1);
  });

  it('measures the brightness of bright and dark fields', () => {
    const usual = judge({ blur: 0.5 });
    expect(Math.abs(usual.bright - 225)).toBeLessThan(8);
    expect(Math.abs(usual.dark - 25)).toBeLessThan(8);
    expect(judge({ blur: 0.5, exposure: 4 }).bright).toBeGreaterThan(252);
    expect(judge({ blur: 0.5, exposure: 0.1 }).bright).toBeLessThan(100);
  });
});
