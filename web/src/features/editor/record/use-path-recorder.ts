import type { Position } from '@cellwright/domain/robot';
import { useEffect, useEffectEvent, useState } from 'react';
import { PathRecorder } from './path-recorder.ts';

const sampleEveryMS = 50;

interface Parts {
  /** Returns the current position of the arm; undefined while it is unknown. */
  read(): Position | undefined;
  /** Receives the simplified path, which is empty if the arm did not move. */
  onPath(path: readonly Position[]): void;
}

/** Records the path of the arm until it is finished or discarded. Leaving the screen finishes it: nothing is lost. */
export function usePathRecorder({ read, onPath }: Parts) {
  const [recorder, setRecorder] = useState<PathRecorder>();
  const [count, setCount] = useState(0);
  const sample = useEffectEvent((to: PathRecorder) => {
    const position = read();
    if (position?.pose) to.add({ ...position, pose: position.pose });
    setCount(to.count);
  });
  const leave = useEffectEvent((left: PathRecorder) => {
    if (!left.isEnded) onPath(left.end());
  });
  useEffect(() => {
    if (!recorder) return;
    sample(recorder);
    const timer = setInterval(() => sample(recorder), sampleEveryMS);
    return () => {
      clearInterval(timer);
      leave(recorder);
    };
  }, [recorder]);
  return {
    isRecording: recorder !== undefined,
    /** Number of recorded positions. */
    count,
    start: () => setRecorder(new PathRecorder()),
    finish() {
      setRecorder(undefined);
    },
    discard() {
      recorder?.discard();
      setRecorder(undefined);
    },
  };
}
