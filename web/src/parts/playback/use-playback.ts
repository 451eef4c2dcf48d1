import { useEffect, useSyncExternalStore } from 'react';
import type { Playback, PlaybackStatus, RecordedInstant } from './playback.ts';

/** A hidden page gets no frames: limits the time that is advanced at once, s. */
const maxFrameSeconds = 0.25;

/** Drives a playback with animation frames; returns its status. */
export function usePlayback<Instant extends RecordedInstant>(playback: Playback<Instant>): PlaybackStatus<Instant> {
  const status = useSyncExternalStore(playback.subscribe, () => playback.status);
  const { isPlaying } = status;
  useEffect(() => {
    if (!isPlaying) return;
    let last = performance.now();
    let frame = requestAnimationFrame(function next(now) {
      playback.tick(Math.min(Math.max(0, now - last) / 1000, maxFrameSeconds));
      last = now;
      frame = requestAnimationFrame(next);
    });
    return () => cancelAnimationFrame(frame);
  }, [playback, isPlaying]);
  return status;
}
