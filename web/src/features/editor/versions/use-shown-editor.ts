import { resolveSpaceItems } from '@cellwright/domain/space';
import { useMemo, useState } from 'react';
import type { Editor } from '../editor-context.ts';
import type { DeskMemory } from '../session/desk-memory.ts';
import { useSelection } from '../session/use-selection.ts';
import { useRoutineVersion } from './use-routine-version.ts';

const none = new Map<never, never>();

/** Returns the editor as tree, form and view show it: of the previewed version, read-only, or as it is. */
export function useShownEditor(editor: Editor): Editor {
  const { session, cell, previewVersion } = editor;
  const { data } = useRoutineVersion(session.routine.id, previewVersion);
  const routine = previewVersion === undefined ? undefined : data;
  // The selection in a preview is not kept.
  const [desk] = useState<DeskMemory>({});
  const selection = useSelection(routine ?? session.routine, desk);
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
    dryRun: { ...editor.dryRun, played: undefined },
    taught: undefined,
    mayEdit: false,
    mayOperate: false,
  };
}
