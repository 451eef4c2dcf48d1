import type { Clock } from '@cellwright/domain/basics';
import type { ReceivedFrame } from '../../api/camera-frames.ts';

/** Pause after a refusal, ms. */
const retryMS = 1000;

export interface FrameFollower {
  readonly load: (after: number | undefined, signal: AbortSignal) => Promise<ReceivedFrame>;
  readonly clock: Pick<Clock, 'sleep'>;
  readonly signal: AbortSignal;
  readonly onFrame: (frame: ReceivedFrame) => void;
  readonly onProblem: (message: string) => void;
}

/** Loads one frame after the other until the signal aborts: a slow connection gets fewer frames, and never an old one. */
export async function followFrames({ load, clock, signal, onFrame, onProblem }: FrameFollower): Promise<void> {
  let after: number | undefined;
  while (!signal.aborted) {
    try {
      const frame = await load(after, signal);
      if (signal.aborted) return;
      after = frame.sequence;
      onFrame(frame);
    } catch (error) {
      if (signal.aborted) return;
      // The camera may count from 1 again.
      after = undefined;
      onProblem(error instanceof Error ? error.message : String(error));
      await clock.sleep(retryMS, signal).catch(() => undefined);
    }
  }
}

/** Frames a second over the last seconds; undefined before the second frame. */
export function createFrameRate(overMS = 3000): (at: number) => number | undefined {
  let times: number[] = [];
  return (at) => {
    times = [...times.filter((time) => time > at - overMS), at];
    const [first = at] = times;
    return times.length < 2 ? undefined : ((times.length - 1) * 1000) / (at - first);
  };
}
