import type { Routine } from '@cellwright/domain/routine';
import { useEffect, useMemo, useState } from 'react';
import { findEntry } from '../../../parts/step-index.ts';
import { type TreeRow, treeRows } from '../tree/tree-rows.ts';
import type { ChosenSteps, DeskMemory } from './desk-memory.ts';

/** 'only' selects this step, 'toggle' toggles it, 'through' selects all from the one that was chosen first. */
export type SelectHow = 'only' | 'toggle' | 'through';

export interface Selection {
  readonly rows: readonly TreeRow[];
  readonly ids: ReadonlySet<string>;
  /** Step that the form shows and the keyboard moves from. */
  readonly focusID: string | undefined;
  select(stepID: string | undefined, how?: SelectHow): void;
  selectAll(stepIDs: readonly string[]): void;
  setCollapsed(stepID: string, isCollapsed: boolean): void;
  /** Opens all ancestors of a step and selects it. */
  reveal(stepID: string): void;
}

/** Returns the selected and folded steps of the tree; `desk` has those of an earlier visit. */
export function useSelection(routine: Routine, desk: DeskMemory): Selection {
  const [chosen, setChosen] = useState<ChosenSteps>(desk.chosen ?? { ids: new Set() });
  const [collapsed, setCollapsedIDs] = useState<ReadonlySet<string>>(desk.collapsed ?? new Set());
  useEffect(() => {
    Object.assign(desk, { chosen, collapsed });
  }, [desk, chosen, collapsed]);
  const rows = useMemo(() => treeRows(routine, collapsed), [routine, collapsed]);
  // A step that an undo removed is no longer selected.
  const ids = useMemo(() => new Set([...chosen.ids].filter((id) => findEntry(routine, id))), [chosen.ids, routine]);
  const focusID = chosen.focusID !== undefined && ids.has(chosen.focusID) ? chosen.focusID : undefined;
  const only = (id: string) => setChosen({ ids: new Set([id]), focusID: id, anchorID: id });
  return {
    rows,
    ids,
    focusID,
    select(stepID, how = 'only') {
      if (stepID === undefined) setChosen({ ids: new Set() });
      else if (how === 'only') only(stepID);
      else if (how === 'toggle') {
        const next = new Set(ids);
        if (!next.delete(stepID)) next.add(stepID);
        setChosen({ ids: next, focusID: next.has(stepID) ? stepID : [...next].at(-1), anchorID: stepID });
      } else {
        const order = rows.flatMap(({ step }) => (step ? [step.id] : []));
        const from = order.indexOf(chosen.anchorID ?? stepID);
        const to = order.indexOf(stepID);
        const between = order.slice(Math.min(from, to), Math.max(from, to) + 1);
        setChosen({ ids: new Set(between), focusID: stepID, anchorID: chosen.anchorID });
      }
    },
    selectAll: (stepIDs) => setChosen({ ids: new Set(stepIDs), focusID: stepIDs[0], anchorID: stepIDs[0] }),
    setCollapsed(stepID, isCollapsed) {
      const next = new Set(collapsed);
      if (isCollapsed) next.add(stepID);
      else next.delete(stepID);
      setCollapsedIDs(next);
    },
    reveal(stepID) {
      const next = new Set(collapsed);
      for (let at = findEntry(routine, stepID)?.parent; at; at = at.parent) next.delete(at.step.id);
      setCollapsedIDs(next);
      only(stepID);
    },
  };
}
