import { findUnknownFields, type RoutineProposal } from '@cellwright/domain/routine';
import { anyEntity, describeDocument, type PreparedDocument } from '@cellwright/entities';
import { describeRoutineChanges, type RoutineChange } from '@cellwright/steps/contracts';
import { type Refusal, readRoutine, readRoutineFile, upgradedFile } from './routine-document.ts';

export type ProposalHead = Omit<RoutineProposal, 'document' | 'routineID' | 'routineName'>;

/** Fields of a routine file other than the routine. */
export interface ProposedThing {
  readonly kind: 'variable' | 'spaceItem' | 'codeBlock';
  readonly id: string;
  readonly name: string;
}

interface PreparedProposal {
  readonly ok: true;
  readonly routineID: string;
  readonly document: PreparedDocument;
}

export interface ReadProposal {
  readonly ok: true;
  /** Routine file in the newest form, as JSON text. */
  readonly file: string;
  readonly changes: readonly RoutineChange[];
  readonly things: readonly ProposedThing[];
}

/** Operations on proposals; see documentOperations. */
export const proposalOperations = {
  /** Returns a routine file as a proposal. Refuses fields that the file format does not have, by name. */
  prepareProposal({ text, head }: { text: string; head: ProposalHead }): PreparedProposal | Refusal {
    const file = readRoutineFile(text);
    if (!file.ok) return file;
    const problems = findUnknownFields(upgradedFile(text), file.value);
    if (problems.length > 0) return { ok: false, problems };
    const { id: routineID, name: routineName } = file.value.routine;
    const proposal = { ...head, routineID, routineName, document: file.value };
    return { ok: true, routineID, document: describeDocument(anyEntity('routineProposals'), proposal) };
  },

  changeProposal({ body, change }: { body: string; change: Partial<ProposalHead> }): PreparedDocument {
    return describeDocument(anyEntity('routineProposals'), { ...JSON.parse(body), ...change });
  },

  /** Returns the routine file of a stored proposal, as JSON text. */
  fileOfProposal({ body }: { body: string }): string {
    return JSON.stringify(JSON.parse(body).document);
  },

  /**
   * Returns a stored proposal, compared with the current routine. @param current the stored routine; absent if there is
   * none.
   */
  readProposal({ body, current }: { body: string; current?: string | undefined }): ReadProposal | Refusal {
    const file = readRoutineFile(JSON.stringify(JSON.parse(body).document));
    if (!file.ok) return file;
    const before = current === undefined ? undefined : readRoutine(current);
    if (before && !before.ok) return before;
    const { routine, globals } = file.value;
    return {
      ok: true,
      file: JSON.stringify(file.value),
      changes: before ? describeRoutineChanges(before.value, routine) : [],
      things: [
        ...globals.variables.map(({ id, name }) => ({ kind: 'variable' as const, id, name })),
        ...globals.spaceItems.map(({ id, name }) => ({ kind: 'spaceItem' as const, id, name })),
        ...globals.codeBlocks.map(({ id, name }) => ({ kind: 'codeBlock' as const, id, name })),
      ],
    };
  },
} as const;
