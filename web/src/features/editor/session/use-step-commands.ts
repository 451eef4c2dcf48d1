import type { StepKind } from '@cellwright/domain/routine';
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

/** Commands for the selected steps, for buttons, keys and drags. */
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
    // The routine may have changed while the clipboard was read.
    const now = present();
    const place = placeForClip(now, clip, focusID);
    if (!place) return showNote(t('editor.notHere'));
    const pasted = pasteSteps(now, clip, place);
    apply(() => pasted.routine);
    selection.selectAll(pasted.stepIDs);
    // The clipboard may contain something newer that the page cannot read.
    if (from === 'browser') showNote(t('editor.pastedFromBrowser', { count: pasted.stepIDs.length }));
  };
  return {
    addAt(stepKind: StepKind, place: Place) {
      const fragment = newStepFor(routine, stepKind, place);
      if (!fragment) return showNote(t('editor.notHere'));
      apply((now) => insertSteps(now, fragment, place));
      // Selects the waypoint of a new move: it must be taught next.
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
    /** Moves the steps into the step above. */
    indent(): boolean {
      const first = chosen()[0];
      const above = first && childrenOf(routine, first.parent?.step.id)[first.index - 1];
      return above !== undefined && moveTo({ parentID: above.id, index: above.steps?.length ?? 0 });
    },
    /** Moves the steps out of their parent. */
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
      // Selected steps may have different parents.
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
