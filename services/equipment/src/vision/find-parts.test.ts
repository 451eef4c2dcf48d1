import { tool0PoseFromRest } from '@cellwright/arm';
import { cameraSettingsSchema } from '@cellwright/domain/equipment';
import type { ArmView } from '@cellwright/domain/robot';
import { emptyScene, type Obstacle, type PlanningScene } from '@cellwright/domain/space';
import {
  createRandom,
  dotVec3,
  floorBelowBase,
  identityPose,
  makePose,
  quaternionFromEulerDegrees,
  rotateVec3,
} from '@cellwright/geometry';
import { systemClock } from '@cellwright/service-kit';
import { propertyRuns } from '@cellwright/testkit/exhaustive';
import { afterAll, describe, expect, it } from 'vitest';
import { createPictureTaker } from '../cameras/take-picture.ts';
import { calibrationOf, cameraShowing, toJPEG } from './camera.fixture.ts';
import { createVisionMethods, type VisionTarget } from './vision-methods.ts';

const intrinsics = { width: 1280, height: 960, fx: 1000, fy: 1000, ppx: 639.5, ppy: 479.5 };
const mount = makePose([0.01, -0.08, 0.03], quaternionFromEulerDegrees([2, -3, 88]));
const flange = makePose([0.5, 0.1, 0.25], quaternionFromEulerDegrees([179, 1, 20]));
const floor = makePose([0.3, -0.2, -floorBelowBase], identityPose);
/** Sheet-metal blanks, m. */
const [length, width, thickness] = [0.04, 0.02, 0.0003];
/** Colours come in turn; the fourth is as bright as the floor. */
const hiddenColor = 3;

interface Part {
  readonly x: number;
  readonly y: number;
  readonly degrees: number;
}

/** Parts on the floor in random poses, none near another. */
function scatter(seed: number): Part[] {
  const random = createRandom(seed);
  return Array.from({ length: 10 }, (_, index) => ({
    x: 0.45 + 0.08 * (index % 2) + 0.02 * (random() - 0.5),
    y: 0.01 + 0.08 * Math.floor(index / 2) + 0.02 * (random() - 0.5),
    // A simulated pixel has four samples: edges along its rows or columns, at 20° here, show as a few steps.
    degrees: 26 + 78 * random() + (random() < 0.5 ? 90 : 0),
  }));
}

function sceneOf(parts: readonly Part[]): PlanningScene {
  const boxAt = (name: string, { x, y, degrees }: Part): Obstacle => ({
    name,
    shape: { kind: 'box', size: [length, width, thickness] },
    pose: makePose([x, y, thickness / 2 - floorBelowBase], quaternionFromEulerDegrees([0, 0, degrees])),
  });
  const unseen = { x: 5, y: 5, degrees: 0 };
  const obstacles: Obstacle[] = [];
  for (const part of parts) {
    if (obstacles.length % 5 === hiddenColor) obstacles.push(boxAt(`unseen ${obstacles.length}`, unseen));
    obstacles.push(boxAt(`part ${obstacles.length}`, part));
  }
  return { ...emptyScene('simulated'), obstacles };
}

const takePicture = createPictureTaker();

/** The calibrated wrist camera of an arm that stands above the parts. */
async function lookAt(parts: readonly Part[], seed: number): Promise<VisionTarget> {
  const shot = { mount, isOnWrist: true, intrinsics, settings: cameraSettingsSchema.parse({}), seed };
  const arm: ArmView = { jointAngles: [0, 0, 0, 0, 0, 0], flange, housings: [] };
  const scene = sceneOf(parts);
  // From the second picture on, a camera that stands still shows its edges finely.
  takePicture(shot, arm, scene);
  const { rgb, width: columns, height: rows } = takePicture(shot, arm, scene);
  const jpeg = await toJPEG(rgb, columns, rows);
  return {
    ...{ camera: cameraShowing(jpeg, intrinsics, arm.jointAngles), isOnWrist: true },
    findCalibration: async () => calibrationOf(mount, intrinsics),
    readArm: async () => ({ jointAngles: arm.jointAngles, flange }),
  };
}

/** First a scene in which noise turns the smallest rectangle around a part by three degrees. */
const seeds = [19, ...Array.from({ length: 40 }, (_, index) => index + 1)];

const vision = createVisionMethods(systemClock);
afterAll(() => vision.close());

async function locate(parts: readonly Part[], seed: number) {
  const detection = {
    ...{ kind: 'blob', minThreshold: 50, maxThreshold: 220, minArea: 800, maxArea: 10_000 },
    ...{ minCircularity: 0.3, maxCircularity: 1 },
  };
  const args = { detection, plane: floor, objectHeight: thickness, resultsLimit: 20 };
  const answer = await vision.run('locate', await lookAt(parts, seed), args, new AbortController().signal);
  if (!answer.ok) throw new Error(answer.message);
  return answer.results.flatMap((result) => ('pose' in result && 'score' in result ? [result.pose] : []));
}

/** Offset of the tool from the middle of the top of a part, mm, and of its x from the longer side, degrees. */
function missOf({ x, y, degrees }: Part, pose: Awaited<ReturnType<typeof locate>>[number]) {
  const angle = (degrees * Math.PI) / 180;
  const tool = tool0PoseFromRest(pose);
  const side = dotVec3(rotateVec3(tool, [1, 0, 0]), [Math.cos(angle), Math.sin(angle), 0]);
  const down = dotVec3(rotateVec3(tool, [0, 0, 1]), [0, 0, -1]);
  const degreesOf = (cosine: number) => (Math.acos(Math.min(1, cosine)) * 180) / Math.PI;
  const mm = 1000 * Math.hypot(pose.x - x, pose.y - y, pose.z - (thickness - floorBelowBase));
  return { mm, degrees: Math.max(degreesOf(Math.abs(side)), degreesOf(down)) };
}

describe('Locate with a wrist camera', () => {
  it('finds ten parts in random poses, each tool pose within 0.2 mm and 0.1° of the truth', async () => {
    for (const seed of seeds.slice(0, propertyRuns(1, seeds.length))) {
      const parts = scatter(seed);
      const poses = await locate(parts, seed);
      expect(poses, `seed ${seed}`).toHaveLength(parts.length);
      for (const part of parts) {
        const misses = poses.map((pose) => missOf(part, pose)).sort((one, other) => one.mm - other.mm);
        expect(misses[0]?.mm, `seed ${seed}`).toBeLessThan(0.2);
        expect(misses[0]?.degrees, `seed ${seed}`).toBeLessThan(0.1);
      }
    }
  }, 400_000);
});
