import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { Cameras, TimedFrame, WatchedCamera } from './cameras.ts';

/** A camera without followers starts within this time, or has no picture, ms. */
const frameWithinMS = 5000;

export interface WantedFrame {
  /** Time after which it was captured, on the clock of this process. Default: any current frame. */
  readonly capturedAfter?: number;
  /** Sequence of the frame that the caller has: it gets another. */
  readonly after?: number | undefined;
  readonly signal: AbortSignal;
}

/** Waits for a current frame. @throws ProductError camera_disconnected when the camera sends none. */
export function takeFrame(
  { cameras, clock }: { readonly cameras: Pick<Cameras, 'follow'>; readonly clock: Clock },
  camera: WatchedCamera,
  { capturedAfter = Number.NEGATIVE_INFINITY, after, signal }: WantedFrame,
): Promise<TimedFrame> {
  return new Promise((resolve, reject) => {
    let problem = new ProductError('camera_disconnected', 'The camera did not send a picture in time');
    let isSettled = false;
    let unfollow = (): void => {};
    const settle = (finish: () => void): void => {
      isSettled = true;
      cancelLimit();
      signal.removeEventListener('abort', onAbort);
      unfollow();
      finish();
    };
    const onAbort = (): void => settle(() => reject(signal.reason));
    const cancelLimit = clock.schedule(frameWithinMS, () => settle(() => reject(problem)));
    signal.addEventListener('abort', onAbort, { once: true });
    unfollow = cameras.follow(camera, (sample) => {
      if (isSettled) return;
      if (sample.ok) {
        const { frame } = sample;
        if (frame.capturedAt >= capturedAfter && frame.sequence !== after) settle(() => resolve(frame));
        return;
      }
      problem = sample.error;
      if (sample.isFinal) settle(() => reject(sample.error));
    });
    // The first sample may have come while following began.
    if (isSettled) unfollow();
  });
}
