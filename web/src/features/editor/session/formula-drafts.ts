import type { Routine } from '@cellwright/domain/routine';
import { createContext, useContext, useEffect } from 'react';
import { createDrafts } from '../../../api/unsaved/drafts.ts';
import { useDraft } from '../../../api/unsaved/use-draft.ts';
import { findEntry } from '../../../parts/step-index.ts';

/** Field whose expression is edited. */
export interface FormulaPlace {
  readonly routineID: string;
  readonly stepID: string;
  readonly fieldId: string;
}

export interface FormulaDraft extends FormulaPlace {
  /** Key of the draft. */
  readonly key: string;
  /** Text as typed, which is no formula yet. */
  readonly text: string;
  /** Stored expression, as JSON, that the text changes. */
  readonly expression: string;
}

/** Typed texts that are no formula yet, and therefore not in their routine. Another step may be chosen meanwhile. */
export const formulaDrafts = createDrafts<FormulaDraft>('formula');

export const FormulaPlaceContext = createContext<FormulaPlace | undefined>(undefined);

export function useFormulaPlace(): FormulaPlace {
  const place = useContext(FormulaPlaceContext);
  if (!place) throw new Error('This component must be inside the editor of an expression');
  return place;
}

/** @param label label of the formula, unique in its field */
export function formulaKey({ routineID, stepID, fieldId }: FormulaPlace, label: string): string {
  return JSON.stringify([routineID, stepID, fieldId, label]);
}

/**
 * Keeps a text that is no formula yet as unsaved work: it outlives its field, and the page asks before it is lost.
 * @param label label of the formula
 * @param expression stored expression, as JSON. A text for another expression is dropped.
 */
export function useFormulaDraft(label: string, expression: string) {
  const place = useFormulaPlace();
  const key = formulaKey(place, label);
  const [draft, setDraft] = useDraft(formulaDrafts, key, label);
  const isOld = draft !== undefined && draft.expression !== expression;
  useEffect(() => {
    if (isOld) setDraft(undefined);
  }, [isOld, setDraft]);
  const keep = (text: string | undefined) =>
    setDraft(text === undefined ? undefined : { ...place, key, text, expression });
  return [isOld ? undefined : draft?.text, keep] as const;
}

/** Drops the texts of a field whose expression was replaced as a whole. */
export function dropFormulaDrafts({ routineID, stepID, fieldId }: FormulaPlace): void {
  for (const draft of formulaDrafts.all) {
    const isInField = draft.routineID === routineID && draft.stepID === stepID && draft.fieldId === fieldId;
    if (isInField) formulaDrafts.drop(draft.key);
  }
}

/** Drops the texts in steps that a routine no longer has. */
export function dropFormulasOfRemovedSteps(routine: Routine): void {
  for (const { routineID, stepID, key } of formulaDrafts.all) {
    if (routineID === routine.id && !findEntry(routine, stepID)) formulaDrafts.drop(key);
  }
}
