import { useSyncExternalStore } from 'react';
import { session } from './session.ts';

export function useIsSignedIn(): boolean {
  return useSyncExternalStore(session.subscribe, () => session.isSignedIn);
}

/** Returns whether it is known that this browser has a session or none, and otherwise why the cell did not answer. */
export function useSessionAnswer(): { readonly isKnown: boolean; readonly unansweredBecause: string | undefined } {
  const isKnown = useSyncExternalStore(session.subscribe, () => session.isKnown);
  const unansweredBecause = useSyncExternalStore(session.subscribe, () => session.unansweredBecause);
  return { isKnown, unansweredBecause };
}
