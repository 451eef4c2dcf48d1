import { createKinematics, defaultArm, readyJoints } from '@cellwright/arm';
import { placeObstacle } from '@cellwright/collision';
import { messages } from '@cellwright/domain/messages';
import type { Obstacle } from '@cellwright/domain/space';
import { writeBinaryStl } from '@cellwright/geometry/mesh';
import { boxMesh } from '@cellwright/geometry/mesh/testing';
import { describe, expect, it } from 'vitest';
import { bareFlange } from '../../arm/current-tool.ts';
import type { Surroundings } from '../../arm/surroundings.ts';
import { computeToolPose } from '../../arm/tool-pose.ts';
import { jogFor, sixOf } from './jog.fixture.ts';
import type { JogCommand } from './jog-motion.ts';

const kinematics = createKinematics(defaultArm);
const ready = sixOf(readyJoints);
const down: JogCommand = { jogKind: 'cartesian', frame: 'robotArm', linear: [0, 0, -0.1], angular: [0, 0, 0] };
const up: JogCommand = { ...down, linear: [0, 0, 0.1] };
const heightOf = (joints: typeof ready) => computeToolPose(kinematics, joints, bareFlange.tcp).z;
const start = computeToolPose(kinematics, ready, bareFlange.tcp);

/** Its top is 0.25 m below the tool. */
const crate: Obstacle = {
  name: 'crate',
  shape: { kind: 'box', size: [0.3, 0.3, 0.1] },
  pose: { x: start.x, y: start.y, z: start.z - 0.3, i: 0, j: 0, k: 0, w: 1 },
};
const mesh: Obstacle = {
  ...crate,
  shape: { kind: 'mesh', stl: Buffer.from(writeBinaryStl(boxMesh(300, 300, 100))).toString('base64'), scale: 0.001 },
  pose: { ...crate.pose, x: start.x - 0.15, y: start.y - 0.15, z: start.z - 0.35 },
};

function among(...obstacles: Obstacle[]): Surroundings {
  return { obstacles, place: placeObstacle, isReady: true };
}

describe('a jog among obstacles', () => {
  it.each([
    ['a box', crate],
    ['a mesh', mesh],
  ])('stops before %s and names it', (_, obstacle) => {
    const { reasons, end } = jogFor(6, down, ready, bareFlange, among(obstacle));
    expect(reasons).toEqual([
      expect.stringMatching(/^Collision ahead: the .+ would touch 'crate'\. Jog away from it$/),
    ]);
    expect(heightOf(end)).toBeGreaterThan(start.z - 0.25);
    expect(heightOf(end)).toBeLessThan(start.z - 0.05);
    expect(jogFor(1, up, end, bareFlange, among(obstacle)).reasons).toEqual([]);
  });

  it('continues after the obstacle is removed', () => {
    const { end } = jogFor(4, down, ready, bareFlange, among());
    expect(heightOf(end)).toBeLessThan(start.z - 0.3);
  });

  it('waits until they are known, and refuses unusable ones', () => {
    const pending = { ...among(crate), isReady: false };
    expect(jogFor(1, up, ready, bareFlange, pending)).toMatchObject({
      end: ready,
      reasons: [messages.jogWaitsForObstacles],
    });
    const unusable = { ...among(crate), place: () => undefined };
    expect(jogFor(1, up, ready, bareFlange, unusable)).toMatchObject({
      end: ready,
      reasons: [messages.obstacleUnusable('crate')],
    });
  });
});
