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

/** Whether the control panel is open. Every second a token that does not open it any more is removed. */
export function useIsPanelOpen(): boolean {
  return useSyncExternalStore(watch, () => controlPanel.isOpen);
}
