import { useSyncExternalStore } from 'react';
import { useMayAuthor, useMayOperate } from '../../api/cell.ts';
import { session } from '../../api/session.ts';
import { type TourProgress, tourStore } from './tour-progress.ts';

function subscribe(listener: () => void): () => void {
  const ends = [tourStore.subscribe(listener), session.subscribe(listener)];
  return () => {
    for (const end of ends) end();
  };
}

/** Returns the progress of the guided tour; undefined if the user never started it. */
export function useTour(): TourProgress | undefined {
  return useSyncExternalStore(subscribe, () => tourStore.current);
}

/** True if the user may do every step of the tour. */
export function useMayTakeTour(): boolean {
  const mayAuthor = useMayAuthor();
  const mayOperate = useMayOperate();
  return mayAuthor && mayOperate;
}
