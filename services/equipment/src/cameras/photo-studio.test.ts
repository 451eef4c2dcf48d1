import { cameraSettingsSchema } from '@cellwright/domain/equipment';
import type { ArmView } from '@cellwright/domain/robot';
import { emptyScene, type PlanningScene } from '@cellwright/domain/space';
import type { PhotoShot } from '@cellwright/equipment/sims';
import { identityPose, makePose, quaternionFromEulerDegrees, relativePose } from '@cellwright/geometry';
import { VirtualClock } from '@cellwright/testkit';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { sceneIDs } from './cell-scene.ts';
import { createPhotoStudio, type PhotoStudio } from './photo-studio.ts';
import { createPictureTaker, sensorOf } from './take-picture.ts';

const settings = cameraSettingsSchema.parse({});
const intrinsics = { width: 160, height: 120, fx: 120, fy: 120, ppx: 79.5, ppy: 59.5 };
const down = quaternionFromEulerDegrees([180, 0, 0]);
const above: PhotoShot = { mount: makePose([0.5, 0, 1.2], down), isOnWrist: false, intrinsics, settings, seed: 1 };
const flange = makePose([0.5, 0.1, 0.6], down);
const arm: ArmView = {
  jointAngles: [0.1, 0.2, 0.3, 0.4, 0.5, 0.6],
  flange,
  housings: [{ from: [0, 0, 0.05], to: [0, 0, 0.4], radius: 0.06 }],
};
const box = { name: 'Box', shape: { kind: 'box' as const, size: [0.2, 0.1, 0.1] as [number, number, number] } };
const scene: PlanningScene = {
  ...emptyScene('simulated'),
  revision: 3,
  obstacles: [{ ...box, pose: makePose([0.5, 0, 0.05], identityPose) }],
};

describe('a picture of the cell', () => {
  const take = createPictureTaker();

  it('shows an obstacle at the position seen from above', () => {
    const { visible } = take(above, arm, scene);
    const seen = visible.find(({ id }) => id === sceneIDs.firstObstacle);
    expect(seen?.pose).toMatchObject({ x: expect.closeTo(0, 9), y: expect.closeTo(0, 9), z: expect.closeTo(1.15, 9) });
    // 0.2 m at 1.1 m are 21.8 pixels.
    const { left = 0, right = 0 } = seen?.bounds ?? {};
    expect(right - left + 1).toBeGreaterThanOrEqual(21);
    expect(right - left + 1).toBeLessThanOrEqual(23);
  });

  it('moves with the wrist', () => {
    const onWrist: PhotoShot = { ...above, mount: makePose([0, 0, 0.05], identityPose), isOnWrist: true };
    const poseOf = (view: ArmView) =>
      take(onWrist, view, scene).visible.find(({ id }) => id === sceneIDs.firstObstacle)?.pose;
    const moved = { ...flange, x: flange.x - 0.05 };
    const [before, after] = [poseOf(arm), poseOf({ ...arm, flange: moved })];
    if (!before || !after) throw new Error('The camera does not see the box');
    expect(relativePose(before, after)).toMatchObject({ x: expect.closeTo(0.05, 9), y: expect.closeTo(0, 9) });
  });

  it('has new noise and the same view while nothing moves, and changes with the scene', () => {
    const [first, second] = [1, 2].map((seed) => take({ ...above, seed }, arm, scene).rgb.slice());
    const difference = (one: Uint8Array, other: Uint8Array) =>
      one.reduce((sum, value, index) => sum + Math.abs(value - (other[index] ?? 0)), 0) / one.length;
    if (!first || !second) throw new Error('Two pictures were taken');
    expect(difference(first, second)).toBeGreaterThan(0.5);
    expect(difference(first, second)).toBeLessThan(4);
    const moved = { ...scene, obstacles: [{ ...box, pose: makePose([0.6, 0.1, 0.05], identityPose) }] };
    expect(difference(second, take({ ...above, seed: 2 }, arm, moved).rgb)).toBeGreaterThan(0.5);
    const away = take({ ...above, seed: 2 }, { ...arm, housings: [] }, moved).visible.map(({ id }) => id);
    expect(away).not.toContain(sceneIDs.arm);
  });

  it('shows edges finely from the second picture of a camera that stands still', () => {
    // Its edges along the rows of the picture cover three tenths of a pixel: coarse ones seem to cover half of it.
    const shape = { kind: 'box' as const, size: [0.2, 0.066, 0.001] as [number, number, number] };
    const plate = { name: 'Plate', shape, pose: makePose([0.5, 0, 0], identityPose), color: '#000000' };
    const own = { ...scene, obstacles: [plate] };
    const shades = (seed: number) => {
      const { rgb, width } = take({ ...above, seed }, arm, own);
      return Array.from({ length: 120 }, (_, row) => rgb[(row * width + 80) * 3] ?? 0);
    };
    const [first, second] = [shades(1), shades(2)];
    const changed = first.filter((shade, row) => Math.abs(shade - (second[row] ?? 0)) > 8);
    expect(changed.length).toBeGreaterThan(0);
    expect(shades(3).every((shade, row) => Math.abs(shade - (second[row] ?? 0)) < 12)).toBe(true);
  });

  it('shows the arm, its tool and the floor', () => {
    const endEffector = {
      name: 'Tool',
      weight: 1,
      collisionBoxes: [{ pose: { ...identityPose, z: 0.05 }, size: [0.1, 0.1, 0.1] as [number, number, number] }],
    };
    const wide = { ...above, mount: makePose([0.3, 0, 2], down) };
    const ids = take(wide, arm, { ...scene, endEffector }).visible.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining([sceneIDs.floor, sceneIDs.arm, sceneIDs.tool, sceneIDs.firstObstacle]));
  });

  it.each([
    ['sphere', { kind: 'sphere' as const, radius: 0.05 }],
    ['cylinder', { kind: 'cylinder' as const, radius: 0.05, length: 0.1 }],
    ['capsule', { kind: 'capsule' as const, radius: 0.05, length: 0.1 }],
    ['convex', { kind: 'convex' as const, vertices: [-0.05, -0.05, 0, 0.05, -0.05, 0, 0, 0.05, 0, 0, 0, 0.1] }],
  ])('shows an obstacle of the shape %s', (_, shape) => {
    const obstacles = [{ name: 'It', shape, pose: makePose([0.5, 0, 0.1], identityPose) }];
    const seen = take(above, arm, { ...scene, obstacles }).visible.find(({ id }) => id === sceneIDs.firstObstacle);
    // About 0.1 m at 1.05 m: 11 pixels across.
    expect(seen?.pixelCount).toBeGreaterThan(70);
    expect(seen?.pixelCount).toBeLessThan(170);
  });

  it('stays as it is with the default settings', () => {
    expect(sensorOf(settings)).toMatchObject({
      exposure: 1,
      gains: [1, 1, 1],
      brightness: 0,
      contrast: 1,
      hue: 0,
      sharpness: 0,
    });
  });

  it('ignores the white balance while that is automatic', () => {
    expect(sensorOf({ ...settings, whiteBalance: 6500 }).gains).toEqual([1, 1, 1]);
    const [red, , blue] = sensorOf({ ...settings, whiteBalance: 6500, autoWhiteBalance: false }).gains;
    expect(red).toBeGreaterThan(1);
    expect(blue).toBeLessThan(1);
  });
});

describe('a photo studio', () => {
  const clock = new VirtualClock();
  let studio: PhotoStudio | undefined;
  afterEach(() => studio?.close());

  function open(known: (number | undefined)[] = []) {
    const getView = async (knownRevision: number | undefined) => {
      known.push(knownRevision);
      return { arm, scene: knownRevision === scene.revision ? undefined : scene };
    };
    studio = createPhotoStudio({ getView, clock });
    return studio;
  }

  it('takes a JPEG picture with the current joint angles, and requests the scene once', async () => {
    const known: (number | undefined)[] = [];
    const { take } = open(known);
    const { jpeg, jointAngles } = await take(above);
    expect(jointAngles).toEqual(arm.jointAngles);
    expect(await sharp(jpeg).metadata()).toMatchObject({ format: 'jpeg', width: 160, height: 120 });
    const { channels } = await sharp(jpeg).stats();
    expect(Math.max(...channels.map(({ max }) => max)) - Math.min(...channels.map(({ min }) => min))).toBeGreaterThan(
      80,
    );
    await take(above);
    expect(known).toEqual([undefined, 3]);
  });

  it('starts its thread with the first picture and ends it half a minute after the last', async () => {
    const { take, isRunning } = open();
    expect(isRunning()).toBe(false);
    await take(above);
    expect(isRunning()).toBe(true);
    await clock.advance(29_000);
    expect(isRunning()).toBe(true);
    await clock.advance(2_000);
    expect(isRunning()).toBe(false);
    expect((await take(above)).jpeg.length).toBeGreaterThan(500);
  });

  it('has no picture while the position of the robot is unknown', async () => {
    studio = createPhotoStudio({ getView: () => Promise.reject(new Error('unknown')), clock });
    await expect(studio.take(above)).rejects.toThrow('unknown');
  });
});
