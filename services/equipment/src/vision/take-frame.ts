import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { WirePose } from '@cellwright/domain/robot';
import type { CameraDevice, CameraFrame } from '@cellwright/equipment/capabilities';

/** A camera has this long to send the first frame, and each further one, ms. */
const frameWithinMS = 5000;
/** The arm has come to rest if no joint moved by more than this, radians. */
const stillWithin = 1e-4;
const maxTries = 5;

/** Position of the arm: its joints, and the flange (tool0: z out of it) in the base frame. */
export interface ArmPosition {
  readonly jointAngles: readonly number[];
  readonly flange: WirePose;
}

export interface StillFrame {
  readonly frame: CameraFrame;
  /** Pose of the flange in the base frame while it was taken. */
  readonly flange: WirePose;
}

/** Waits for a current frame. @throws ProductError camera_disconnected */
export async function takeFrame(camera: CameraDevice, clock: Clock, signal: AbortSignal): Promise<CameraFrame> {
  const current = camera.current();
  return current.ok ? current.frame : takeNewFrame(camera, 0, clock, signal, current.problem);
}

/** Frames that pass after the arm was read: the first may be older, the next of a simulated camera has coarse edges. */
const skippedFrames = 2;

/**
 * Takes a frame while the arm stands still: the third one after the position was read, so that it was not exposed before.
 * @throws ProductError camera_disconnected; conflict while the arm moves
 */
export async function takeStillFrame(
  camera: CameraDevice,
  readArm: () => Promise<ArmPosition>,
  clock: Clock,
  signal: AbortSignal,
): Promise<StillFrame> {
  for (let tries = 0; tries < maxTries; tries += 1) {
    const before = await readArm();
    const frame = await takeNewFrame(camera, skippedFrames, clock, signal);
    const after = await readArm();
    const isStill = isSame(before.jointAngles, after.jointAngles);
    const isOfPose = frame.jointAngles === undefined || isSame(frame.jointAngles, after.jointAngles);
    if (isStill && isOfPose) return { frame, flange: after.flange };
  }
  throw new ProductError('conflict', 'The arm is moving. Wait until it has stopped');
}

function isSame(one: readonly number[], other: readonly number[]): boolean {
  return one.every((angle, joint) => Math.abs(angle - (other[joint] ?? Number.NaN)) <= stillWithin);
}

/** Waits for a frame after `skipped` others. @throws ProductError camera_disconnected */
async function takeNewFrame(
  camera: CameraDevice,
  skipped: number,
  clock: Clock,
  signal: AbortSignal,
  knownProblem = 'The camera sends no pictures',
): Promise<CameraFrame> {
  let problem = knownProblem;
  let left = skipped;
  const ends: (() => void)[] = [];
  let cancelLimit = () => {};
  try {
    return await new Promise((resolve, reject) => {
      const fail = () => reject(new ProductError('camera_disconnected', problem));
      const onAbort = () => reject(signal.reason);
      const waitForNext = () => {
        cancelLimit();
        cancelLimit = clock.schedule(frameWithinMS, fail);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      waitForNext();
      ends.push(
        () => signal.removeEventListener('abort', onAbort),
        camera.follow((sample) => {
          if (sample.ok) {
            left -= 1;
            return left < 0 ? resolve(sample.frame) : waitForNext();
          }
          problem = sample.problem;
          if (sample.isLast) fail();
        }),
      );
    });
  } finally {
    cancelLimit();
    for (const end of ends) end();
  }
}
