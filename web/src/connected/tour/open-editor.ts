import type { Routine } from '@cellwright/domain/routine';
import { useEffect } from 'react';
import type { TourEditor } from './tour-hint.ts';

/** State of the editor that the tour follows. */
export interface OpenEditor extends Omit<TourEditor, 'routine'> {
  readonly routine: Routine;
}

let open: OpenEditor | undefined;

/** Returns the state of the editor; undefined while another screen is shown. */
export const readOpenEditor = (): OpenEditor | undefined => open;

/** Lets the tour follow the editor while the caller is mounted. */
export function useFollowedEditor({ routine, problemCount, dryRun }: OpenEditor): void {
  useEffect(() => {
    open = { routine, problemCount, dryRun };
    return () => {
      open = undefined;
    };
  }, [routine, problemCount, dryRun]);
}
