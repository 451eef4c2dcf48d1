import { useEffect } from 'react';

/** Hides the stop button once it is certain that the page is of a hub, which has no robot. On a cell it stays. */
export function useNoRobot(isHub: boolean): void {
  useEffect(() => {
    const stop = document.getElementById('stop');
    if (!isHub || !stop) return;
    stop.hidden = true;
    return () => {
      stop.hidden = false;
    };
  }, [isHub]);
}
