import type { PlanningScene } from '@cellwright/domain/space';
import { composePoses, identityPose, makePose, noDistortion, quaternionFromEulerDegrees } from '@cellwright/geometry';
import { createRenderer, defaultSensor } from '@cellwright/render';
import { findChessboard, grayFromRgb } from '@cellwright/vision';
import { describe, expect, it } from 'vitest';
import { drawObstacles } from './cell-scene.ts';

const camera = { width: 640, height: 480, fx: 600, fy: 600, cx: 320, cy: 240, distortion: noDistortion };
const light = { direction: [0, 0, 1] as const, ambient: 0.5 };

/** Looks for a board in the picture of a camera above an obstacle. */
function look(chessboard?: { columns: number; rows: number; squareSize: number } | undefined) {
  const pose = makePose([0.5, 0, 0.1], quaternionFromEulerDegrees([0, 0, 30]));
  const shape = { kind: 'box' as const, size: [0.21, 0.18, 0.01] as [number, number, number], chessboard };
  const planned: PlanningScene = {
    ...{ robotKind: 'simulated', revision: 1, endEffector: null },
    obstacles: [{ name: 'Board', shape, pose }],
  };
  const above = composePoses(pose, makePose([0, 0, 0.4], quaternionFromEulerDegrees([170, 12, 0])));
  const scene = { objects: drawObstacles(planned), background: [90, 90, 90] as const, light };
  const sensor = { ...defaultSensor, blur: 0.5, noise: 1.5 };
  const { rgb, width, height } = createRenderer(camera).render({ scene, cameraPose: above, sensor, seed: 1 });
  return findChessboard(grayFromRgb(rgb, width, height), { columns: 4, rows: 3 });
}

describe('drawObstacles', () => {
  it('shows the chessboard on the top of a box', () => {
    expect(look({ columns: 4, rows: 3, squareSize: 0.03 })?.corners).toHaveLength(12);
  });

  it('shows no board on a plain box', () => {
    expect(look()).toBeUndefined();
  });

  it('gives an obstacle its own colour', () => {
    const ball = {
      name: 'Ball',
      shape: { kind: 'sphere' as const, radius: 0.1 },
      pose: identityPose,
      color: '#10a0Ff',
    };
    const planned: PlanningScene = { robotKind: 'simulated', revision: 1, endEffector: null, obstacles: [ball] };
    expect(drawObstacles(planned)).toMatchObject([{ color: [16, 160, 255] }]);
  });

  it('leaves other shapes as they are', () => {
    const sphere = { name: 'Ball', shape: { kind: 'sphere' as const, radius: 0.1 }, pose: identityPose };
    const planned: PlanningScene = { robotKind: 'simulated', revision: 1, endEffector: null, obstacles: [sphere] };
    expect(drawObstacles(planned)).toHaveLength(1);
  });
});
