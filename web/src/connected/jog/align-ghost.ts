import { useSyncExternalStore } from 'react';
import type { ArmGhost } from '../../parts/arm-view/arm-view-props.ts';

const none: readonly ArmGhost[] = [];
let shown = none;
const listeners = new Set<() => void>();

/** Shows the arm as it will stand, in the picture of the screen that the controls are beside. */
export function showAlignGhosts(ghosts: readonly ArmGhost[] | undefined): void {
  shown = ghosts ?? none;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

export function useAlignGhosts(): readonly ArmGhost[] {
  return useSyncExternalStore(subscribe, () => shown);
}
