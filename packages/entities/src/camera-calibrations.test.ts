import { describe, expect, it } from 'vitest';
import { cameraCalibrations } from './camera-calibrations.ts';

const pose = { x: 0, y: 0, z: 0.5, i: 0, j: 0, k: 0, w: 1 };
const calibration = {
  ...{ id: 'equipment_1', mount: 'wrist', pose, expectedErrorMM: 0.1 },
  intrinsics: {
    ...{ width: 640, height: 480, fx: 600, fy: 601, ppx: 319.5, ppy: 239.5 },
    distortion: { k1: -0.1, k2: 0.03, p1: 0, p2: 0, k3: 0 },
  },
  report: {
    board: { columns: 4, rows: 3, squareSize: 0.03 },
    ...{ areIntrinsicsCalibrated: false, boardPose: pose, rms: 0.08, expectedErrorDegrees: 0.02 },
    ...{ distance: 0.4, armDeviationMM: 0 },
    views: [{ rms: 0.08, leaveOneOutMM: 0.1, isTurned: false, isOutlier: false }],
  },
};
const { intrinsics, report } = calibration;

/** Problems of a calibration that is to be stored. */
function problemsOf(document: object): string[] {
  const { error } = cameraCalibrations.create.safeParse(document);
  return error?.issues.map(({ path, message }) => `${path.join('.')}: ${message}`) ?? [];
}

describe('cameraCalibrations', () => {
  it('stores a calibration as it was calculated', () => {
    expect(cameraCalibrations.create.parse(calibration)).toEqual(calibration);
  });

  it.each([
    ['of the calibration', { ...calibration, tool: 1 }, ''],
    ['of the pose', { ...calibration, pose: { ...pose, tool: 1 } }, 'pose'],
    ['of the intrinsics', { ...calibration, intrinsics: { ...intrinsics, tool: 1 } }, 'intrinsics'],
    [
      'of the lens',
      { ...calibration, intrinsics: { ...intrinsics, distortion: { ...intrinsics.distortion, tool: 1 } } },
      'intrinsics.distortion',
    ],
    ['of the report', { ...calibration, report: { ...report, tool: 1 } }, 'report'],
    [
      'of a view',
      { ...calibration, report: { ...report, views: [{ ...report.views[0], tool: 1 }] } },
      'report.views.0',
    ],
  ])('refuses an unknown field %s by its name', (_, document, place) => {
    expect(problemsOf(document)).toEqual([`${place}: There is no field 'tool' here. Correct its name or remove it`]);
  });

  it.each(['intrinsics', 'report'])('refuses a calibration without its %s', (field) => {
    expect(problemsOf({ ...calibration, [field]: undefined })).toEqual([expect.stringContaining(`${field}: `)]);
  });
});
