/** For tests: a camera that shows one picture, and its calibration. */
import type { CalibrationResult, CameraIntrinsics } from '@cellwright/domain/equipment';
import type { JointAngles } from '@cellwright/domain/robot';
import type { CameraDevice } from '@cellwright/equipment/capabilities';
import { identityPose, noDistortion, type Pose } from '@cellwright/geometry';
import sharp from 'sharp';

/** A camera that sends one picture again and again, taken at these joint angles. */
export function cameraShowing(jpeg: Uint8Array, intrinsics: CameraIntrinsics, jointAngles?: JointAngles): CameraDevice {
  return {
    follow(listener) {
      for (const sequence of [1, 2, 3]) {
        const frame = { sequence, capturedAt: 0, validForMS: 300, jpeg, ...(jointAngles && { jointAngles }) };
        listener({ ok: true, frame });
      }
      return () => undefined;
    },
    current: () => ({ ok: false, problem: 'No picture' }),
    applySettings: () => Promise.reject(new Error('not in this test')),
    readIntrinsics: async () => ({ ok: true, intrinsics }),
  };
}

/** An exact calibration of a camera on the wrist. */
export function calibrationOf(pose: Pose, intrinsics: CameraIntrinsics): CalibrationResult {
  return {
    ...{ mount: 'wrist', pose, expectedErrorMM: 0.05 },
    intrinsics: { ...intrinsics, distortion: noDistortion },
    report: {
      board: { columns: 4, rows: 3, squareSize: 0.03 },
      ...{ areIntrinsicsCalibrated: false, boardPose: identityPose, rms: 0.05, expectedErrorDegrees: 0.02 },
      ...{ distance: 0.4, armDeviationMM: 0, views: [] },
    },
  };
}

export function toJPEG(rgb: Uint8Array, width: number, height: number): Promise<Uint8Array> {
  return sharp(rgb, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 85 })
    .toBuffer();
}
