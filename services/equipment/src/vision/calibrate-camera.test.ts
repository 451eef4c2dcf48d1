import { ProductError } from '@cellwright/domain/basics';
import type { CameraDevice, CameraFrame } from '@cellwright/equipment/capabilities';
import {
  composePoses,
  distancePoses,
  invertPose,
  makePose,
  noDistortion,
  type Pose,
  quaternionFromEulerDegrees,
} from '@cellwright/geometry';
import { createChessboard, createRenderer, defaultSensor } from '@cellwright/render';
import { systemClock } from '@cellwright/service-kit';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CameraCalibrator, createCameraCalibrator } from './calibrate-camera.ts';
import type { VisionTarget } from './vision-methods.ts';
import { createVisionThread, type VisionThread } from './vision-thread.ts';

const board = { columns: 4, rows: 3, squareSize: 0.03 };
const size = { width: 640, height: 480 };
const intrinsics = { ...size, fx: 600, fy: 600, ppx: 319.5, ppy: 239.5 };
const camera = { ...size, fx: 600, fy: 600, cx: 319.5, cy: 239.5, distortion: noDistortion };
/** Truth, and what is configured of it. */
const mount = makePose([0.01, -0.08, 0.03], quaternionFromEulerDegrees([2, -3, 88]));
const configured = makePose([0, -0.08, 0.02], quaternionFromEulerDegrees([0, 0, 90]));
const boardPose = makePose([0.5, 0, 0], quaternionFromEulerDegrees([0, 0, 20]));
const renderer = createRenderer(camera);

async function takePicture(flange: Pose, seed: number, lying: Pose): Promise<Uint8Array> {
  const mesh = createChessboard(board.columns + 1, board.rows + 1, board.squareSize, 225);
  const object = { id: 1, mesh, pose: lying, color: [225, 225, 225] as const };
  const light = { direction: [0, 0, 1] as const, ambient: 1 };
  const scene = { objects: [object], background: [90, 90, 90] as const, light };
  const sensor = { ...defaultSensor, blur: 0.5, noise: 1.5 };
  const { rgb, width, height } = renderer.render({ scene, cameraPose: composePoses(flange, mount), sensor, seed });
  const picture = sharp(rgb, { raw: { width, height, channels: 3 } });
  return picture.jpeg({ quality: 85 }).toBuffer();
}

/** A camera on the wrist of an arm that is at a pose of the flange, and may move meanwhile. */
function cellAt(
  flange: Pose,
  joints: () => readonly number[] = () => [0, 0, 0, 0, 0, 0],
  lying = boardPose,
): VisionTarget {
  let sequence = 0;
  const device: CameraDevice = {
    follow(listener) {
      let isFollowed = true;
      const send = async () => {
        while (isFollowed && sequence < 50) {
          sequence += 1;
          const frame: CameraFrame = {
            sequence,
            capturedAt: 0,
            validForMS: 300,
            jpeg: await takePicture(flange, sequence, lying),
          };
          if (isFollowed) listener({ ok: true, frame });
        }
      };
      void send();
      return () => {
        isFollowed = false;
      };
    },
    current: () => ({ ok: false, problem: 'No picture' }),
    applySettings: () => Promise.reject(new Error('not in this test')),
    readIntrinsics: async () => ({ ok: true, intrinsics }),
  };
  return {
    camera: device,
    isOnWrist: true,
    findCalibration: async () => undefined,
    readArm: async () => ({ jointAngles: joints(), flange }),
  };
}

const first = makePose([0.5, 0.03, 0.42], quaternionFromEulerDegrees([180, 0, 10]));
const { signal } = new AbortController();
let thread: VisionThread;
let calibrator: CameraCalibrator;
beforeAll(() => {
  thread = createVisionThread(systemClock);
  calibrator = createCameraCalibrator(thread, systemClock);
});
afterAll(() => thread.end());

describe('The calibration of a camera', () => {
  // Slow because it renders 13 pictures.
  it('drives from a first view to the pose of the camera within 0.15 mm and 0.05°, and refuses a displaced board', async () => {
    const view = await calibrator.capture(cellAt(first), board, signal);
    expect(view).toMatchObject({ flange: first, isTurnAmbiguous: false, image: size });
    expect(view.thumbnail.length).toBeGreaterThan(500);
    expect(view.quality.blur).toBeLessThan(1.5);
    const plan = await calibrator.plan(cellAt(first), { board, view, count: 14, mount: configured });
    expect(plan).toHaveLength(14);
    const views = [view];
    for (const flange of plan) {
      const seen = await calibrator.capture(cellAt(flange), board, signal).catch(() => undefined);
      if (seen) views.push(seen);
    }
    // The mount is not quite as configured, so that a view may miss the board.
    expect(views.length).toBeGreaterThan(11);
    const calibrated = await calibrator.calibrate(cellAt(first), { board, views, calibratesLens: false });
    if (!calibrated.ok) throw new Error(calibrated.problem);
    const { translation, rotation } = distancePoses(calibrated.result.pose, mount);
    expect(1000 * translation).toBeLessThan(0.15);
    expect((rotation * 180) / Math.PI).toBeLessThan(0.05);
    const { report } = calibrated.result;
    expect(calibrated.result).toMatchObject({ mount: 'wrist', intrinsics });
    expect(report).toMatchObject({ areIntrinsicsCalibrated: false, board, armDeviationMM: 0 });
    expect(report.views).toHaveLength(views.length);
    expect(calibrated.result.expectedErrorMM).toBeLessThan(0.3);
    expect(report.views.filter(({ isOutlier }) => isOutlier)).toEqual([]);

    const check = (seen: (typeof views)[number]) => calibrator.check(calibrated.result, seen);
    expect(check(view).missMM).toBeLessThan(0.3);
    expect(() => check({ ...view, corners: view.corners.slice(1) })).toThrow('Each view needs all 12 corners');

    const moved = composePoses(boardPose, makePose([0.003, 0, 0], { i: 0, j: 0, k: 0, w: 1 }));
    const displaced = await calibrator.capture(cellAt(views[5]?.flange ?? first, undefined, moved), board, signal);
    expect(check(displaced).missMM).toBeGreaterThan(2);
    const request = { board, views: views.with(5, displaced), calibratesLens: false };
    const refused = await calibrator.calibrate(cellAt(first), request);
    expect(refused).toEqual({ ok: false, problem: 'viewDisplaced', view: 5 });
  });

  it('takes no picture while the arm moves', async () => {
    let angle = 0;
    const moving = cellAt(first, () => {
      angle += 0.01;
      return [angle, 0, 0, 0, 0, 0];
    });
    await expect(calibrator.capture(moving, board, signal)).rejects.toMatchObject({ code: 'conflict' });
  });

  it('refuses a picture without the board', async () => {
    const away = composePoses(first, invertPose(makePose([0.6, 0, 0], { i: 0, j: 0, k: 0, w: 1 })));
    await expect(calibrator.capture(cellAt(away), board, signal)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('needs all corners of the board, and enough views', async () => {
    const view = await calibrator.capture(cellAt(first), board, signal);
    const short = { ...view, corners: view.corners.slice(1) };
    const asked = calibrator.calibrate(cellAt(first), { board, views: [short], calibratesLens: false });
    await expect(asked).rejects.toThrow(ProductError);
    const one = await calibrator.calibrate(cellAt(first), { board, views: [view], calibratesLens: false });
    expect(one).toEqual({ ok: false, problem: 'notEnoughPoses' });
    const lens = await calibrator.calibrate(cellAt(first), { board, views: [view], calibratesLens: true });
    expect(lens).toEqual({ ok: false, problem: 'lensNotDetermined' });
  });
});
