import { type Routine, routineSchema } from '@cellwright/domain/routine';
import type { ReactNode } from 'react';
import { type Editor, EditorContext } from './editor-context.ts';
import type { DeskMemory } from './session/desk-memory.ts';
import { useRoutineSession } from './session/use-routine-session.ts';
import { useSelection } from './session/use-selection.ts';
import { useStepCommands } from './session/use-step-commands.ts';

/** Routine of nested steps: wait in a loop in a condition, then a move without waypoints. */
export const nestedRoutine: Routine = routineSchema.parse({
  id: 'routine_1',
  name: 'Test',
  steps: [
    {
      ...{ id: 'condition', stepKind: 'If' },
      steps: [{ id: 'loop', stepKind: 'Loop', description: 'Ten times', steps: [{ id: 'wait', stepKind: 'Wait' }] }],
    },
    { id: 'move', stepKind: 'MoveArmTo' },
  ],
  stepConfigurations: {
    condition: { stepKind: 'If', args: {} },
    loop: { stepKind: 'Loop', args: { times: 10 } },
    wait: { stepKind: 'Wait', args: { milliseconds: 10 } },
    move: { stepKind: 'MoveArmTo', args: {} },
  },
});

const ignore = () => undefined;
const unplayed = { played: undefined, canOpen: false, open: ignore, close: ignore, goToFinding: ignore };
const none = { isRunning: false, report: undefined, isOld: false, error: undefined, ask: ignore };

interface Props {
  readonly routine?: Routine;
  readonly desk?: DeskMemory;
  /** Receives the editor at each render. */
  readonly seen?: { editor?: Editor };
  readonly children: ReactNode;
}

const emptyDesk: DeskMemory = {};

/** Editor of a stored routine at version 3, around a part of it. */
export function InEditor({ routine = nestedRoutine, desk = emptyDesk, seen = {}, children }: Props) {
  const session = useRoutineSession({ routine, version: 3 }, desk);
  const selection = useSelection(session.routine, desk);
  const commands = useStepCommands(session, selection);
  const editor: Editor = {
    ...{ session, desk, selection, commands },
    ...{ cell: { globalVariables: [], spaceItems: [], equipment: [] }, spaceItems: [], problems: [], isChecked: true },
    ...{ problemsByStep: new Map(), proof: { ...none, worstByStep: new Map() }, dryRun: unplayed, tests: none },
    ...{ mayEdit: true, mayOperate: true, taught: undefined, openItemID: undefined, movedPart: undefined },
    ...{ previewVersion: undefined, comments: { byStep: new Map(), open: [] } },
    ...{ openItem: ignore, movePart: ignore, preview: ignore, showTaught: ignore },
  };
  seen.editor = editor;
  return <EditorContext value={editor}>{children}</EditorContext>;
}
