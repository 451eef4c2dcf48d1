import { resolveSpaceItems } from '@cellwright/domain/space';
import { useMemo } from 'react';
import type { Editor } from '../editor-context.ts';
import { useSelection } from '../session/use-selection.ts';
import { useRoutineVersion } from './use-routine-version.ts';

const none = new Map<never, never>();

/** Returns the editor as tree, form and view show it: of the previewed version, read-only, or as it is. */
export function useShownEditor(editor: Editor): Editor {
  const { session, cell, previewVersion } = editor;
  const { data } = useRoutineVersion(session.routine.id, previewVersion);
  const routine = previewVersion === undefined ? undefined : data;
  const selection = useSelection(routine ?? session.routine);
  const spaceItems = useMemo(
    () => routine && resolveSpaceItems([...routine.space, ...cell.spaceItems]),
    [routine, cell.spaceItems],
  );
  if (!routine || !spaceItems) return editor;
  return {
    ...editor,
    session: { ...session, routine, present: () => routine, apply: () => undefined },
    selection,
    spaceItems,
    problems: [],
    isChecked: false,
    problemsByStep: none,
    proof: { ...editor.proof, isOld: true },
    taught: undefined,
    mayEdit: false,
    mayOperate: false,
  };
}
