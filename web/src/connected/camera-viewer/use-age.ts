import { useEffect, useState } from 'react';
import type { ReceivedFrame } from '../../api/camera-frames.ts';

const refreshMS = 100;

/** Age of a frame, ms, kept fresh; undefined without one. */
export function useAge(frame: ReceivedFrame | undefined): number | undefined {
  const [now, setNow] = useState(() => performance.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(performance.now()), refreshMS);
    return () => clearInterval(timer);
  }, []);
  return frame && Math.max(0, now - frame.capturedAt);
}
