import type { StepKind } from '@cellwright/domain';
import { useTranslation } from 'react-i18next';
import '../../../i18n/transform.ts';
import { childrenOf, findEntry, outermost } from '../../../parts/step-index.ts';
import { showNote } from '../../../ui/toasts.ts';
import { copySteps, pasteSteps, placeForClip, readClip, writeClip } from '../document/clipboard.ts';
import { changeStep, insertSteps, moveSteps, type Place, removeSteps } from '../document/edit-steps.ts';
import { mayStand } from '../document/nesting.ts';
import { newStepFor, placeBeside } from '../document/new-step.ts';
import { findPath, reversePath } from '../document/reverse-path.ts';
import { type FoundClip, findClip, keepClip } from './clip-store.ts';
import type { RoutineSession } from './use-routine-session.ts';
import type { Selection } from './use-selection.ts';

type Edited = Pick<RoutineSession, 'routine' | 'present' | 'apply'>;

/** What is done with the chosen steps, by button, key or drag alike. */
export function useStepCommands({ routine, present, apply }: Edited, { ids, focusID, ...selection }: Selection) {
  const { t } = useTranslation(['translation', 'transform']);
  const chosen = () => outermost(routine, ids);
  const moveTo = (place: Place, moving: ReadonlySet<string> = ids): boolean => {
    const allowed = outermost(routine, moving).every(({ step }) => mayStand(routine, step, place.parentID));
    const moved = allowed ? moveSteps(routine, moving, place) : undefined;
    if (moved) apply(() => moved);
    else showNote(t('editor.notHere'));
    return moved !== undefined;
  };
  const copy = () => {
    if (ids.size === 0) return;
    keepClip(writeClip(copySteps(routine, ids)));
  };
  const remove = () => {
    const first = chosen()[0];
    if (!first) return;
    const left = removeSteps(routine, ids);
    if (!left) return showNote(t('editor.lastStep'));
    apply(() => left);
    const siblings = childrenOf(left, first.parent?.step.id);
    selection.select((siblings[first.index] ?? siblings[first.index - 1])?.id ?? first.parent?.step.id);
  };
  const pasteClip = ({ text, from }: FoundClip) => {
    const clip = readClip(text);
    if (!clip) return showNote(t('editor.nothingToPaste'));
    // The clipboard may have been waited for, and the routine was changed meanwhile.
    const now = present();
    const place = placeForClip(now, clip, focusID);
    if (!place) return showNote(t('editor.notHere'));
    const pasted = pasteSteps(now, clip, place);
    apply(() => pasted.routine);
    selection.selectAll(pasted.stepIDs);
    // The clipboard may hold something newer that the page cannot see.
    if (from === 'browser') showNote(t('editor.pastedFromBrowser', { count: pasted.stepIDs.length }));
  };
  return {
    addAt(stepKind: StepKind, place: Place) {
      const fragment = newStepFor(routine, stepKind, place);
      if (!fragment) return showNote(t('editor.notHere'));
      apply((now) => insertSteps(now, fragment, place));
      // Of a move, its waypoint: that is what must be taught next.
      const [step] = fragment.steps;
      selection.select(step?.steps?.[0]?.id ?? step?.id);
    },
    add(stepKind: StepKind) {
      this.addAt(stepKind, placeBeside(routine, stepKind, focusID));
    },
    moveTo,
    moveBy(direction: -1 | 1): boolean {
      const moving = chosen();
      const edge = direction < 0 ? moving[0] : moving.at(-1);
      if (!edge) return false;
      const index = edge.index + (direction < 0 ? -1 : 2);
      const parentID = edge.parent?.step.id;
      if (index < 0 || index > childrenOf(routine, parentID).length) return false;
      return moveTo({ parentID, index });
    },
    /** Into the step above. */
    indent(): boolean {
      const first = chosen()[0];
      const above = first && childrenOf(routine, first.parent?.step.id)[first.index - 1];
      return above !== undefined && moveTo({ parentID: above.id, index: above.steps?.length ?? 0 });
    },
    /** Out of the step around it. */
    outdent(): boolean {
      const parent = chosen()[0]?.parent;
      return parent !== undefined && moveTo({ parentID: parent.parent?.step.id, index: parent.index + 1 });
    },
    remove,
    copy,
    cut() {
      copy();
      remove();
    },
    async paste() {
      pasteClip(await findClip());
    },
    duplicate() {
      const last = chosen().at(-1);
      if (!last) return;
      const place = { parentID: last.parent?.step.id, index: last.index + 1 };
      // Chosen steps may have different ones around them.
      if (!chosen().every(({ step }) => mayStand(routine, step, place.parentID))) return showNote(t('editor.notHere'));
      const pasted = pasteSteps(routine, copySteps(routine, ids), place);
      apply(() => pasted.routine);
      selection.selectAll(pasted.stepIDs);
    },
    toggleDisabled() {
      const isDisabled = !chosen().every(({ step }) => step.isDisabled);
      apply((now) => chosen().reduce((next, { step }) => changeStep(next, step.id, { isDisabled }), now));
    },
    /** True if the chosen steps are a path that has a reverse. */
    canReverse: () => findPath(routine, ids) !== undefined,
    reverse() {
      const path = findPath(routine, ids);
      if (!path) return showNote(t('transform:noPath'));
      apply((now) => reversePath(now, path));
      showNote(t('transform:reversed'));
    },
    kindOf: (stepID: string) => findEntry(routine, stepID)?.step.stepKind,
  };
}

export type StepCommands = ReturnType<typeof useStepCommands>;
