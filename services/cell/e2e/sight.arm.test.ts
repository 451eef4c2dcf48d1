import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createKinematics, defaultArm } from '@cellwright/arm';
import { visionAnswerSchema } from '@cellwright/domain/equipment';
import {
  composePoses,
  dotVec3,
  floorBelowBase,
  makePose,
  noDistortion,
  type Pose,
  quaternionFromEulerDegrees,
  rotateVec3,
} from '@cellwright/geometry';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { shareArmCell } from './arm-cell.ts';
import { callCell, readJoints } from './cell-state.ts';
import { makeDataPath } from './harness.ts';

const kinematics = createKinematics(defaultArm);
const data = makeDataPath();
const path = join(data.path, 'sight.json');
const cell = shareArmCell();
afterAll(() => data.remove());

/** The camera looks down from here. */
const look = [0, 0, Math.PI / 2, 0, -Math.PI / 2, 0];
const mount = { x: 0.01, y: -0.09, z: 0.03, rx: 2, ry: -3, rz: 5 };
const mountPose = makePose([mount.x, mount.y, mount.z], quaternionFromEulerDegrees([mount.rx, mount.ry, mount.rz]));
const size = [0.06, 0.03, 0.0003] as const;
/** The flange stops this far above a part. */
const above = 0.3;
const corner = (x: number, y: number) => ({ pose: { x, y, z: -floorBelowBase, i: 0, j: 0, k: 0, w: 1 } });
const space = [
  {
    id: 'space_sight_floor',
    name: 'Floor',
    kind: 'plane',
    positions: [corner(0.3, 0), corner(0.6, 0), corner(0.3, 0.3)],
  },
  { id: 'space_sight_parts', name: 'Parts', kind: 'visionPositionList', positions: [] },
];
const routine = {
  id: 'routine_sight',
  name: 'By sight',
  space,
  steps: [
    { id: 'step_look', stepKind: 'MoveArmToV2', steps: [{ id: 'step_look_down', stepKind: 'Waypoint' }] },
    { id: 'step_locate', stepKind: 'Locate' },
    { id: 'step_pick', stepKind: 'MoveArmTo' },
  ],
  stepConfigurations: {
    step_look: { stepKind: 'MoveArmToV2', args: { motionSpeed: 100 } },
    step_look_down: { stepKind: 'Waypoint', args: { target: { jointAngles: look } } },
    step_locate: {
      stepKind: 'Locate',
      args: {
        ...{ planeID: 'space_sight_floor', positionListID: 'space_sight_parts', objectHeight: size[2] },
        blob: { minArea: 300, minCircularity: 0.5 },
        regionOfInterest: { x: 480, y: 360, width: 600, height: 500 },
        transform: { z: -above },
      },
    },
    step_pick: {
      stepKind: 'MoveArmTo',
      args: {
        ...{ motionKind: 'joint', targetKind: 'positionList', tcpOption: 'wrist' },
        ...{ positionListID: 'space_sight_parts', positionListIndex: 0 },
      },
    },
  },
};

/** Middle of the picture on the floor. */
function floorBelow(camera: Pose) {
  const [x, y, z] = rotateVec3(camera, [0, 0, 1]);
  const distance = (-floorBelowBase - camera.z) / z;
  return { x: camera.x + distance * x, y: camera.y + distance * y };
}

async function addCamera(): Promise<void> {
  const config = { kind: 'WristCamera', name: 'Eye', columns: 960, rows: 720, horizontalView: 60, ...mount };
  const added = await callCell(cell, 'POST', '/cell/equipment', { body: { config, isEnabled: true } });
  const { id } = z.looseObject({ id: z.string() }).parse(added);
  const asked = await callCell(cell, 'POST', `/cell/cameras/${id}/vision/getIntrinsics`, { body: {} });
  const answer = visionAnswerSchema.parse(asked);
  const lens = answer.ok ? answer.results[0] : undefined;
  const calibration = {
    ...{ id, mount: 'wrist', pose: mountPose, expectedErrorMM: 0.05 },
    intrinsics: { ...lens, distortion: noDistortion },
    report: {
      board: { columns: 4, rows: 3, squareSize: 0.03 },
      ...{ areIntrinsicsCalibrated: false, boardPose: mountPose, rms: 0.05, expectedErrorDegrees: 0.02 },
      ...{ distance: 0.4, armDeviationMM: 0, views: [] },
    },
  };
  await callCell(cell, 'POST', '/cell/camera-calibrations', { body: calibration });
}

beforeAll(async () => {
  writeFileSync(path, JSON.stringify({ format: 'cellwright.routine', formatVersion: 1, routine }));
  await callCell(cell, 'PATCH', '/cell/feature-flags/1', { body: { locateStep: true } });
  await addCamera();
}, 60_000);

describe('A routine with Locate', () => {
  it('moves the flange above a part that a simulated camera sees, within 0.2 mm and 0.1° of the truth', async () => {
    const camera = composePoses(kinematics.computeTipPose(look), mountPose);
    const middle = floorBelow(camera);
    const name = 'Part';
    for (const [dx, dy, degrees] of [
      [0.03, 0.02, 20],
      [-0.05, 0.03, -65],
    ] as const) {
      const [x, y] = [middle.x + dx, middle.y + dy];
      const turn = quaternionFromEulerDegrees([0, 0, degrees]);
      const pose = makePose([x, y, size[2] / 2 - floorBelowBase], turn);
      const body = { name, shape: { kind: 'box', size }, pose };
      await callCell(cell, 'POST', '/cell/planning-scene/obstacles?robotKind=simulated', { body });
      const run = await cell.runCli('routine', ['run', path, '--json']);
      expect(run.code, `${run.stdout.slice(-1500)}\n${run.stderr}`).toBe(0);

      const flange = kinematics.computeTipPose(await readJoints(cell, 'simulated'));
      const offset = Math.hypot(flange.x - x, flange.y - y, flange.z - (size[2] - floorBelowBase + above));
      expect(1000 * offset).toBeLessThan(0.2);
      const cosine = Math.abs(dotVec3(rotateVec3(flange, [1, 0, 0]), rotateVec3(turn, [1, 0, 0])));
      expect((Math.acos(Math.min(1, cosine)) * 180) / Math.PI).toBeLessThan(0.1);
      await callCell(cell, 'DELETE', `/cell/planning-scene/obstacles/${name}?robotKind=simulated`);
    }
  }, 180_000);
});
