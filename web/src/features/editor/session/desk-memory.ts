import type { Routine } from '@cellwright/domain/routine';
import type { PanelName } from '../panels/panel-names.ts';
import type { DocumentStore } from './document-store.ts';

/** Maximum of routines whose state is kept in this tab; the one left longest ago is dropped. */
const maxRoutines = 8;

/** Steps that are chosen in the tree. */
export interface ChosenSteps {
  readonly ids: ReadonlySet<string>;
  readonly focusID?: string | undefined;
  readonly anchorID?: string | undefined;
}

/** State of the editor of one routine, for when the user returns to it. */
export interface DeskMemory {
  panel?: PanelName;
  openItemID?: string | undefined;
  library?: boolean | undefined;
  view?: boolean | undefined;
  showsJog?: boolean;
  chosen?: ChosenSteps;
  collapsed?: ReadonlySet<string>;
  scrollTop?: number;
  /** Document with its undo history, as it was stored. */
  document?: { readonly store: DocumentStore<Routine>; readonly version: number } | undefined;
}

/** State of the editors that this tab has left. */
export interface DeskMemories {
  /** Returns the state of a routine; the same object each time, to be changed in place. */
  open(userID: string | undefined, routineID: string): DeskMemory;
}

/** Creates an empty memory. Another user of the tab starts without the state of the last one. */
export function createDeskMemories(): DeskMemories {
  const desks = new Map<string, DeskMemory>();
  let owner: string | undefined;
  return {
    open(userID, routineID) {
      if (userID !== owner) desks.clear();
      owner = userID;
      const desk = desks.get(routineID) ?? {};
      desks.delete(routineID);
      desks.set(routineID, desk);
      const [oldest] = desks.keys();
      if (desks.size > maxRoutines && oldest !== undefined) desks.delete(oldest);
      return desk;
    },
  };
}

export const deskMemories = createDeskMemories();

/**
 * Returns the document with its undo history if the cell still has the version that it was stored as; else another user
 * has changed the routine, and its history begins again.
 */
export function recallDocument({ document }: DeskMemory, version: number): DocumentStore<Routine> | undefined {
  return document?.version === version ? document.store : undefined;
}
