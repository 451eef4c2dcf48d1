import type { CellEnvironment } from '@cellwright/steps/contracts';
import { useMemo, useSyncExternalStore } from 'react';
import { createDrafts } from '../../../api/unsaved/drafts.ts';

export interface CodeDraft {
  /** Id of the code block. */
  readonly id: string;
  readonly name: string;
  readonly source: string;
  /** Version of the stored code that the draft changes. */
  readonly base: number;
}

/** Unsaved code by block id: another step may be chosen meanwhile. */
export const codeDrafts = createDrafts<CodeDraft>('code block');

type KnownCode = Pick<CellEnvironment, 'codeBlocks'>;

/** Returns the cell with the unsaved code: a routine is checked with it before it is saved. */
export function withCodeDrafts<Cell extends KnownCode>(cell: Cell, drafts: readonly CodeDraft[]): Cell {
  if (drafts.length === 0 || cell.codeBlocks === undefined) return cell;
  const typed = new Map(drafts.map((draft) => [draft.id, draft]));
  const codeBlocks = cell.codeBlocks.map((block) => {
    const draft = typed.get(block.id);
    return draft ? { ...block, name: draft.name, source: draft.source } : block;
  });
  return { ...cell, codeBlocks };
}

export function useTypedCode<Cell extends KnownCode>(cell: Cell): Cell {
  const drafts = useSyncExternalStore(codeDrafts.subscribe, readDrafts, readDrafts);
  return useMemo(() => withCodeDrafts(cell, drafts), [cell, drafts]);
}

const readDrafts = () => codeDrafts.all;
