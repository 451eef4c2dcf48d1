import type { Problem, RoutineTestsReport } from '@cellwright/domain/routine';
import type { SpaceItem } from '@cellwright/domain/space';
import type { CellEnvironment } from '@cellwright/steps/contracts';
import { createContext, useContext } from 'react';
import type { Asked } from '../../ui/use-asked.ts';
import type { RoutineComments } from './comments/group-comments.ts';
import type { MovedPart } from './document/place-position.ts';
import type { DeskMemory } from './session/desk-memory.ts';
import type { DryRunPlayback } from './session/use-dry-run-playback.ts';
import type { Proof } from './session/use-proof.ts';
import type { RoutineSession } from './session/use-routine-session.ts';
import type { Selection } from './session/use-selection.ts';
import type { StepCommands } from './session/use-step-commands.ts';

/** State that all parts of the editor share. */
export interface Editor {
  readonly session: RoutineSession;
  /** Kept state of this editor, for when the user returns to it. */
  readonly desk: DeskMemory;
  readonly selection: Selection;
  readonly commands: StepCommands;
  readonly cell: CellEnvironment;
  /** Space items of the routine and of the cell, at the current poses of their anchors. */
  readonly spaceItems: readonly SpaceItem[];
  readonly problems: readonly Problem[];
  /** True once the routine was checked; until then no problems are known. */
  readonly isChecked: boolean;
  readonly problemsByStep: ReadonlyMap<string, readonly Problem[]>;
  readonly proof: Proof;
  readonly dryRun: DryRunPlayback;
  readonly tests: Asked<RoutineTestsReport>;
  /** True if the user may change routines. */
  readonly mayEdit: boolean;
  /** True if the user may run and debug them. */
  readonly mayOperate: boolean;
  /** Current state of the space item that is being taught. */
  readonly taught: SpaceItem | undefined;
  /** Id of the space item that is being taught, also while another panel is shown. */
  readonly openItemID: string | undefined;
  openItem(id: string | undefined): void;
  /** Part of a space item that is moved in the picture. */
  readonly movedPart: MovedPart | undefined;
  movePart(part: MovedPart | undefined): void;
  /** Earlier version that is shown instead of the document, read-only. */
  readonly previewVersion: number | undefined;
  preview(version: number | undefined): void;
  readonly comments: RoutineComments;
  showTaught(item: SpaceItem | undefined): void;
}

export const EditorContext = createContext<Editor | undefined>(undefined);

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('This component must be inside the editor');
  return editor;
}
