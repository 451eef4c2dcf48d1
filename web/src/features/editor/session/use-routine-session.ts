import { clientClock } from '@cellwright/client';
import type { Routine } from '@cellwright/domain';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { cell } from '../../../api/cell.ts';
import { useSelected } from '../../../api/use-selected.ts';
import { showError } from '../../../ui/toasts.ts';
import { createAutosave } from './autosave.ts';
import { createDocumentStore } from './document-store.ts';

export interface StoredRoutine {
  readonly routine: Routine;
  readonly version: number;
}

/** Fetches a routine, apart from the stamps of its version. */
export async function fetchRoutine(id: string, signal?: AbortSignal): Promise<StoredRoutine> {
  const { version, updatedByID, updatedByName, ...routine } = await cell.routines.get(id, { signal });
  return { routine, version };
}

export type RoutineSession = ReturnType<typeof useRoutineSession>;

/** A routine while it is edited: its document with undo, saved by itself. */
export function useRoutineSession({ routine: first, version }: StoredRoutine) {
  const queries = useQueryClient();
  // A session begins with what was stored then; what is stored later meets it as a conflict.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { store, autosave } = useMemo(
    () => ({
      store: createDocumentStore(first),
      autosave: createAutosave({
        clock: clientClock,
        document: first,
        version,
        save: async (document, over) => (await cell.routines.replace(document.id, document, over)).version,
      }),
    }),
    [first.id],
  );
  useEffect(() => {
    const unsubscribe = store.subscribe(() => autosave.note(store.history.present));
    // Nobody is left to be told; a page that comes back saves again.
    const onHide = () => void autosave.flush().catch(() => undefined);
    window.addEventListener('pagehide', onHide);
    return () => {
      unsubscribe();
      window.removeEventListener('pagehide', onHide);
      void autosave
        .end()
        .catch((error: unknown) => showError(describeLoss(store.history.present.name, error)))
        .finally(() => void queries.invalidateQueries({ queryKey: ['routines'] }));
    };
  }, [store, autosave, queries]);
  const history = useSyncExternalStore(store.subscribe, () => store.history);
  const save = useSelected(autosave.subscribe, () => ({ ...autosave.state, version: autosave.version }));
  const takeTheirs = async () => {
    const theirs = await fetchRoutine(first.id);
    store.apply(() => theirs.routine);
    autosave.settle(theirs.version, theirs.routine);
  };
  return {
    routine: history.present,
    /** The routine as it is now: what began at an earlier render asks for it once it has waited. */
    present: () => store.history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: store.apply,
    undo: store.undo,
    redo: store.redo,
    save,
    /** Saves now; the version that holds what is shown. */
    flush: autosave.flush,
    /** Theirs stays as a version; what is here becomes the next. */
    keepMine: async () => autosave.settle((await fetchRoutine(first.id)).version),
    takeTheirs,
  };
}

function describeLoss(name: string, error: unknown): string {
  return i18next.t('editor.lost', { name, reason: error instanceof Error ? error.message : String(error) });
}
