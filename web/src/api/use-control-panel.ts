import { useSyncExternalStore } from 'react';
import { controlPanel } from './control-panel.ts';

/** Interval between checks of the token, ms. */
export const checkEveryMS = 1000;

function watch(onChange: () => void): () => void {
  const look = () => {
    controlPanel.check();
    onChange();
  };
  const unsubscribe = controlPanel.subscribe(onChange);
  const timer = setInterval(look, checkEveryMS);
  look();
  return () => {
    unsubscribe();
    clearInterval(timer);
  };
}

/** True if the control panel is open. Checks every second and removes a token that has expired. */
export function useIsPanelOpen(): boolean {
  return useSyncExternalStore(watch, () => controlPanel.isOpen);
}
