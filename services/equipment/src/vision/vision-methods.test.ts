import { visionErrorCodes } from '@cellwright/domain/equipment';
import type { CameraDevice, CameraFrame } from '@cellwright/equipment/capabilities';
import {
  composePoses,
  distancePoses,
  identityPose,
  makePose,
  noDistortion,
  pixelOf,
  quaternionFromEulerDegrees,
  transformPoint,
} from '@cellwright/geometry';
import { createChessboard, createRenderer, defaultSensor } from '@cellwright/render';
import { systemClock } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import sharp from 'sharp';
import { afterEach, describe, expect, it } from 'vitest';
import { createVisionMethods, type VisionMethods, type VisionTarget } from './vision-methods.ts';

const camera = { width: 640, height: 480, fx: 600, fy: 600, cx: 319.5, cy: 239.5, distortion: noDistortion };
const squareSize = 0.03;
const pose = makePose([0.02, -0.01, 0.4], quaternionFromEulerDegrees([25, -15, 20]));

/** Picture of a board with 4 by 4 squares, or of nothing. */
async function takePicture(hasBoard: boolean): Promise<Uint8Array> {
  const board = { id: 1, mesh: createChessboard(4, 4, squareSize), pose, color: [255, 255, 255] as const };
  const light = { direction: [0, 0, -1] as const, ambient: 1 };
  const scene = { objects: hasBoard ? [board] : [], background: [90, 90, 90] as const, light };
  const sensor = { ...defaultSensor, blur: 0.5, noise: 1.5 };
  const { rgb, width, height } = createRenderer(camera).render({ scene, cameraPose: identityPose, sensor, seed: 1 });
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}

const intrinsics = { width: 640, height: 480, fx: 600, fy: 600, ppx: 319.5, ppy: 239.5 };

/** A camera that sends one picture to each follower; without one it has a problem. */
function cameraWith(jpeg?: Uint8Array): CameraDevice {
  const frame = (bytes: Uint8Array): CameraFrame => ({ sequence: 7, capturedAt: 0, validForMS: 300, jpeg: bytes });
  return {
    follow(listener) {
      listener(jpeg ? { ok: true, frame: frame(jpeg) } : { ok: false, problem: "'Eye' has no picture yet" });
      return () => undefined;
    },
    current: () => ({ ok: false, problem: 'No picture' }),
    applySettings: () => Promise.reject(new Error('not in this test')),
    readIntrinsics: async () => ({ ok: true, intrinsics }),
  };
}

/** A camera above the cell that is not calibrated. */
function aimAt(jpeg?: Uint8Array, more: Partial<VisionTarget> = {}): VisionTarget {
  return {
    camera: cameraWith(jpeg),
    isOnWrist: false,
    findCalibration: async () => undefined,
    readArm: () => Promise.reject(new Error('not in this test')),
    ...more,
  };
}

let vision: VisionMethods | undefined;
afterEach(() => vision?.close());
const { signal } = new AbortController();

describe('getChessboardCorners', () => {
  it('finds the corners of the board in a JPEG where they are', async () => {
    vision = createVisionMethods(systemClock);
    const answer = await vision.run('getChessboardCorners', aimAt(await takePicture(true)), {}, signal);
    expect(answer).toMatchObject({ ok: true, image: { sequence: 7, width: 640, height: 480 } });
    const [found] = answer.ok ? answer.results : [];
    if (!found || !('corners' in found)) throw new Error('A board was found');
    expect(found.isTurnAmbiguous).toBe(true);
    const truth = [-1, 0, 1].flatMap((row) =>
      [-1, 0, 1].map((column) => pixelOf(camera, transformPoint(pose, [column * squareSize, row * squareSize, 0]))),
    );
    for (const [x = Number.NaN, y = Number.NaN] of truth.map((pixel) => pixel ?? []))
      expect(Math.min(...found.corners.map((corner) => Math.hypot(corner.x - x, corner.y - y)))).toBeLessThan(0.2);
  });

  it('answers with INVALID_IMAGE for a picture without the board, and for one that cannot be read', async () => {
    vision = createVisionMethods(systemClock);
    const without = await vision.run('getChessboardCorners', aimAt(await takePicture(false)), {}, signal);
    const message = 'The picture shows no board with 3 by 3 corners';
    expect(without).toEqual({ ok: false, code: visionErrorCodes.INVALID_IMAGE, message });
    const broken = await vision.run('getChessboardCorners', aimAt(Buffer.from('no JPEG')), {}, signal);
    expect(broken).toMatchObject({ ok: false, code: 2, message: expect.stringContaining('cannot be read') });
  });

  it('refuses a camera without a picture, with its reason', async () => {
    const clock = new VirtualClock();
    vision = createVisionMethods(clock);
    const asked = vision.run('getChessboardCorners', aimAt(), {}, signal);
    const refused = expect(asked).rejects.toMatchObject({ code: 'camera_disconnected', message: /has no picture yet/ });
    await clock.advance(5000);
    await refused;
    expect(vision.isRunning()).toBe(false);
  });

  it.each([{ columns: 1 }, { rows: 3.5 }, { colums: 3 }])('refuses the arguments %j', async (args) => {
    vision = createVisionMethods(systemClock);
    const asked = vision.run('getChessboardCorners', aimAt(), args, signal);
    await expect(asked).rejects.toMatchObject({ code: 'request_failed_validation', message: /^args/ });
  });
});

describe('getCameraChessboardTransform', () => {
  it('finds the pose of the board within a millimetre and half a degree', async () => {
    vision = createVisionMethods(systemClock);
    const answer = await vision.run('getCameraChessboardTransform', aimAt(await takePicture(true)), {}, signal);
    const [found] = answer.ok ? answer.results : [];
    if (!found || !('rms' in found && 'pose' in found)) throw new Error('A board was found');
    expect(found.rms).toBeLessThan(0.2);
    expect(found.isTurnAmbiguous).toBe(true);
    // The first corner is a square before the middle; the board looks the same turned by 180°.
    const turned = makePose([0, 0, 0], quaternionFromEulerDegrees([0, 0, 180]));
    const firstCorner = makePose([-squareSize, -squareSize, 0], identityPose);
    const misses = [pose, composePoses(pose, turned)].map((board) =>
      distancePoses(composePoses(board, firstCorner), found.pose),
    );
    const [miss] = misses.sort((one, other) => one.rotation - other.rotation);
    expect(miss?.translation).toBeLessThan(0.001);
    expect(miss?.rotation).toBeLessThan(0.5 * (Math.PI / 180));
  });
});

describe('getIntrinsics', () => {
  it('returns the intrinsics of the camera without a thread', async () => {
    vision = createVisionMethods(systemClock);
    const answer = await vision.run('getIntrinsics', aimAt(), {}, signal);
    expect(answer).toMatchObject({ ok: true, results: [intrinsics] });
    expect(vision.isRunning()).toBe(false);
  });
});
