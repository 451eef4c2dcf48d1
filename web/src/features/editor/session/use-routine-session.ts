import { clientClock } from '@cellwright/client';
import type { Routine } from '@cellwright/domain/routine';
import { useQueryClient } from '@tanstack/react-query';
import i18next from 'i18next';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { cell } from '../../../api/cell.ts';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useSelected } from '../../../api/use-selected.ts';
import { showNote } from '../../../ui/toasts.ts';
import { type Autosave, createAutosave } from './autosave.ts';
import { type DeskMemory, recallDocument } from './desk-memory.ts';
import { createDocumentStore, type DocumentStore } from './document-store.ts';

export interface StoredRoutine {
  readonly routine: Routine;
  readonly version: number;
}

/** Fetches a routine without the metadata of its version. */
export async function fetchRoutine(id: string, signal?: AbortSignal): Promise<StoredRoutine> {
  const { version, updatedByID, updatedByName, ...routine } = await cell.routines.get(id, { signal });
  return { routine, version };
}

/** Routines with unsaved changes, and the version that they change. They outlive the editor. */
const unsavedRoutines = createDrafts<StoredRoutine>('routine');

export type RoutineSession = ReturnType<typeof useRoutineSession>;

/** Edits a routine: its document with undo, saved automatically. A user who returns has the undo history again. */
export function useRoutineSession({ routine: first, version }: StoredRoutine, desk: DeskMemory) {
  const queries = useQueryClient();
  // A session starts with the routine that was stored then; a later save by another user becomes a conflict.
  // biome-ignore lint/correctness/useExhaustiveDependencies: see above
  const { store, autosave } = useMemo(() => begin(first, version, desk), [first.id]);
  useEffect(() => {
    const keep = () => keepUnsaved(store, autosave);
    const unsubscribeSave = autosave.subscribe(keep);
    const unsubscribe = store.subscribe(() => {
      autosave.note(store.history.present);
      keep();
    });
    restoreUnsaved(store);
    // An error can no longer be shown; a page that comes back saves again.
    const onHide = () => void autosave.flush().catch(() => undefined);
    window.addEventListener('pagehide', onHide);
    return () => {
      unsubscribe();
      unsubscribeSave();
      window.removeEventListener('pagehide', onHide);
      void autosave
        .end()
        // Changes that could not be saved stay in the drafts.
        .then(
          () => {
            unsavedRoutines.drop(first.id);
            desk.document = autosave.isDiscarded ? undefined : { store, version: autosave.version };
          },
          () => undefined,
        )
        .finally(() => void queries.invalidateQueries({ queryKey: ['routines'] }));
    };
  }, [store, autosave, queries, first.id, desk]);
  const history = useSyncExternalStore(store.subscribe, () => store.history);
  const save = useSelected(autosave.subscribe, () => ({ ...autosave.state, version: autosave.version }));
  const takeTheirs = async () => {
    const theirs = await fetchRoutine(first.id);
    store.apply(() => theirs.routine);
    autosave.settle(theirs.version, theirs.routine);
  };
  return {
    routine: history.present,
    /** Returns the present routine, for code that has waited since an earlier render. */
    present: () => store.history.present,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    apply: store.apply,
    separate: store.separate,
    undo: store.undo,
    redo: store.redo,
    save,
    /** Saves now; returns the version that contains the shown document. */
    flush: autosave.flush,
    /** Keeps the other user's changes as a version; the local document becomes the next. */
    keepMine: async () => autosave.settle((await fetchRoutine(first.id)).version),
    takeTheirs,
  };
}

type Store = DocumentStore<Routine>;

function begin(stored: Routine, version: number, desk: DeskMemory) {
  const draft = unsavedRoutines.get(stored.id);
  const store = (draft ? undefined : recallDocument(desk, version)) ?? createDocumentStore(stored);
  return {
    store,
    autosave: createAutosave({
      clock: clientClock,
      document: store.history.present,
      // A draft of an older version ends in a conflict: the user decides.
      version: draft?.version ?? version,
      save: async (document: Routine, over) => (await cell.routines.replace(document.id, document, over)).version,
    }),
  };
}

function restoreUnsaved(store: Store): void {
  const draft = unsavedRoutines.get(store.history.present.id);
  if (!draft || draft.routine === store.history.present) return;
  store.apply(() => draft.routine);
  showNote(i18next.t('editor.restoredDraft', { name: draft.routine.name }));
}

function keepUnsaved(store: Store, { state, version, flush, discard }: Autosave<Routine>): void {
  const routine = store.history.present;
  if (state.kind === 'saved') unsavedRoutines.drop(routine.id);
  else {
    // Saving again does not resolve a conflict.
    const ways = state.kind === 'conflict' ? { discard } : { save: flush, discard };
    unsavedRoutines.put(routine.id, routine.name, { routine, version }, ways);
  }
}
