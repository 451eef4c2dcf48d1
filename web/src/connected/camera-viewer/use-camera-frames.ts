import { clientClock } from '@cellwright/client';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { loadFrame, type ReceivedFrame } from '../../api/camera-frames.ts';
import { useRobotKind } from '../../api/use-robot.ts';
import { createFrameRate, followFrames } from './follow-frames.ts';

export interface CameraView {
  /** The last frame, current or not. */
  readonly frame?: ReceivedFrame;
  /** Frames a second. */
  readonly frameRate?: number | undefined;
  /** Why there is no newer frame. */
  readonly problem?: string | undefined;
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
}

/** Follows a camera while the page can be seen. */
export function useCameraFrames(id: string): CameraView {
  const robotKind = useRobotKind();
  const isVisible = useSyncExternalStore(watchVisibility, () => document.visibilityState === 'visible');
  const [view, setView] = useState<CameraView>({});
  useEffect(() => {
    setView({});
    if (!isVisible) return;
    const leaving = new AbortController();
    const countFrame = createFrameRate();
    void followFrames({
      load: (after, signal) => loadFrame({ id, robotKind, after }, signal),
      clock: clientClock,
      signal: leaving.signal,
      onFrame: (frame) => setView({ frame, frameRate: countFrame(performance.now()) }),
      onProblem: (problem) => setView((last) => ({ ...last, problem })),
    });
    return () => leaving.abort();
  }, [id, robotKind, isVisible]);
  return view;
}
