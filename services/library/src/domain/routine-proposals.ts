import { createId, ProductError } from '@cellwright/domain/basics';
import { type Problem, type ProposalListing, proposalLimits, proposalListingSchema } from '@cellwright/domain/routine';
import { anyEntity, type EntityName, type PreparedDocument, type Subject } from '@cellwright/entities';
import {
  type Author,
  answerText,
  commandOf,
  countForChange,
  type EntityStore,
  type EntityTransaction,
  insertDocument,
  replaceDocument,
  type StoredEntity,
} from '@cellwright/service-kit/entities';
import type { RoutineChange } from '@cellwright/steps/contracts';
import type { DocumentThread } from './operation-types.ts';
import type { ProposalHead, ProposedThing } from './proposal-operations.ts';
import { accept, addGlobals, checkSize, type RoutineFiles } from './routine-files.ts';

export interface RoutineProposalsDeps {
  readonly store: EntityStore;
  readonly thread: DocumentThread;
  readonly files: Pick<RoutineFiles, 'prepareImport' | 'validateFile'>;
  readonly now: () => Date;
}

export interface WantedProposal {
  /** Absent for a new routine. */
  readonly routineID: string | undefined;
  /** 0 for a new routine. */
  readonly baseVersion: number;
  readonly note: string;
  readonly proposedWith: ProposalListing['proposedWith'];
}

export interface ProposalReview {
  /** The proposal without its document, as JSON text. */
  readonly proposal: string;
  /** 0 if there is no such routine. */
  readonly currentVersion: number;
  readonly isOutdated: boolean;
  readonly changes: readonly RoutineChange[];
  readonly added: readonly ProposedThing[];
  readonly problems: readonly Problem[];
  /** Routine file, as JSON text. */
  readonly document: string;
}

export type RoutineProposals = ReturnType<typeof createRoutineProposals>;

const entity = anyEntity('routineProposals');
const routines = anyEntity('routines');
const ownLimit = 50;
const entityOfThing = {
  variable: 'globalVariables',
  spaceItem: 'globalSpace',
  codeBlock: 'codeBlocks',
} as const satisfies Record<ProposedThing['kind'], EntityName>;

/**
 * Creates the operations on proposed routine versions, which are stored as drafts and accepted or rejected by users.
 */
export function createRoutineProposals({ store, thread, files, now }: RoutineProposalsDeps) {
  const requireProposal = async (id: string): Promise<StoredEntity> => {
    const stored = await store.find(entity, id);
    if (stored) return stored;
    throw new ProductError('not_found', `There is no proposal with the id ${id}`);
  };
  /** Newest version of a routine; 0 if there is none. */
  const findVersion = async (routineID: string) => (await store.find(routines, routineID))?.version ?? 0;
  const changed = ({ body }: StoredEntity, change: Partial<ProposalHead>): Promise<PreparedDocument> =>
    thread.run('changeProposal', { body, change }, body.length);

  /** Marks open proposals of a routine whose base is no longer its newest version. */
  const markOutdated = async (routineID: string, currentVersion: number): Promise<void> => {
    const where = { routineID: [routineID], status: ['open'] };
    const { items } = await store.query(entity, { where, search: '', sort: ['createdAt'], limit: 100, offset: 0 });
    for (const stored of items) {
      if (listingOf(stored).baseVersion === currentVersion) continue;
      const document = await changed(stored, { status: 'outdated' });
      const change = { by: { id: '', name: '' }, at: now(), expectedVersion: stored.version };
      await store.transact((tx) => replaceDocument(tx, entity, document, change)).catch(ignoreConflict);
    }
  };
  const added = async (things: readonly ProposedThing[]): Promise<readonly ProposedThing[]> => {
    const isKnown = await Promise.all(things.map(({ kind, id }) => store.has(anyEntity(entityOfThing[kind]), id)));
    return things.filter((_, index) => !isKnown[index]);
  };
  /** Stores a decision; the proposal must still be open. */
  const decide = async (
    stored: StoredEntity,
    change: Partial<ProposalHead>,
    by: Subject,
    key: string,
    apply: (tx: EntityTransaction) => Promise<unknown> = async () => undefined,
  ): Promise<string> => {
    const at = now();
    const decided = { decidedByID: by.subjectID, decidedByName: by.name, decidedAt: at.toISOString() };
    const document = await changed(stored, { ...change, ...decided });
    const command = commandOf(entity, by, key, [change.status ?? '', stored.id, change.reason ?? '']);
    const saved = await store.commit(command, async (tx) => {
      requireOpen(listingOf(stored));
      await apply(tx);
      const expectedVersion = stored.version;
      return replaceDocument(tx, entity, document, { by: authorOf(by), at, expectedVersion });
    });
    return listingText(saved);
  };

  return {
    /** @returns the proposal without its document, as JSON text. */
    async propose(
      text: string,
      { routineID, baseVersion, note, proposedWith }: WantedProposal,
      by: Subject,
      key: string,
    ): Promise<{ proposal: string; problems: readonly Problem[] }> {
      checkSize(text);
      const proposer = { proposedByID: by.subjectID, proposedByName: by.name, proposedWith };
      const head = { id: createId('proposal'), baseVersion, note, status: 'open' as const, ...proposer };
      const prepared = accept(await thread.run('prepareProposal', { text, head }, text.length));
      const target = prepared.routineID;
      requireTarget(target, routineID, baseVersion);
      const command = commandOf(entity, by, key, ['propose', routineID ?? '', baseVersion, note, text]);
      const currentVersion = await findVersion(target);
      await markOutdated(target, currentVersion);
      if (currentVersion !== baseVersion) refuseBase(target, baseVersion, currentVersion);
      const stored = await store.commit(command, async (tx) => {
        const siblings: Record<string, readonly (string | number)[]> =
          baseVersion === 0 ? { baseVersion: [0] } : { routineID: [target] };
        const open = await countForChange(tx, entity, { status: ['open'], ...siblings });
        if (open >= proposalLimits.open) refuseMore(baseVersion);
        return insertDocument(tx, entity, prepared.document, { by: authorOf(by), at: now() });
      });
      return { proposal: listingText(stored), problems: await files.validateFile(text) };
    },

    /** Returns the newest proposals of a caller without their documents, as JSON texts. */
    async listOwn(subjectID: string): Promise<readonly string[]> {
      const where = { proposedByID: [subjectID] };
      const sort = ['-createdAt'];
      const { items } = await store.query(entity, { where, search: '', sort, limit: ownLimit, offset: 0 });
      return items.map(listingText);
    },

    async review(id: string): Promise<ProposalReview> {
      const stored = await requireProposal(id);
      const { routineID, baseVersion, status } = listingOf(stored);
      const base = baseVersion === 0 ? undefined : await store.find(routines, routineID, baseVersion);
      const size = stored.body.length + (base?.body.length ?? 0);
      const read = accept(await thread.run('readProposal', { body: stored.body, current: base?.body }, size));
      const currentVersion = await findVersion(routineID);
      return {
        proposal: listingText(stored),
        currentVersion,
        isOutdated: status === 'outdated' || (status === 'open' && currentVersion !== baseVersion),
        changes: read.changes,
        added: await added(read.things),
        problems: await files.validateFile(read.file),
        document: read.file,
      };
    },

    /** Stores the proposed routine as the next version. @throws ProductError conflict if its base is no longer the newest. */
    async accept(id: string, by: Subject, key: string): Promise<string> {
      const stored = await requireProposal(id);
      const { routineID, baseVersion, status, proposedByID, proposedByName } = listingOf(stored);
      const currentVersion = await findVersion(routineID);
      if (status === 'open' && currentVersion !== baseVersion) {
        await markOutdated(routineID, currentVersion);
        refuseOutdated(baseVersion, currentVersion);
      }
      const text = await thread.run('fileOfProposal', { body: stored.body }, stored.body.length);
      const contentBy = { id: proposedByID, name: proposedByName };
      const { file, document, at } = await files.prepareImport(text, contentBy);
      const change = { by: authorOf(by), contentBy, at };
      const acceptedVersion = baseVersion + 1;
      const accepted = await decide(stored, { status: 'accepted', acceptedVersion }, by, key, async (tx) => {
        await addGlobals(tx, file, change.by, at);
        if (baseVersion === 0) return insertDocument(tx, routines, document, change);
        return replaceDocument(tx, routines, document, { ...change, expectedVersion: baseVersion });
      });
      await markOutdated(routineID, acceptedVersion);
      return accepted;
    },

    async reject(id: string, reason: string, by: Subject, key: string): Promise<string> {
      return decide(await requireProposal(id), { status: 'rejected', reason }, by, key);
    },
  };
}

function listingOf({ listing }: StoredEntity): ProposalListing {
  return proposalListingSchema.parse(JSON.parse(listing ?? '{}'));
}

function listingText(stored: StoredEntity): string {
  return answerText(entity, stored, stored.listing ?? stored.body);
}

function authorOf({ subjectID, name }: Subject): Author {
  return { id: subjectID, name };
}

function requireTarget(fileID: string, routineID: string | undefined, baseVersion: number): void {
  if ((routineID === undefined) !== (baseVersion === 0)) {
    const message = 'Send routineID and baseVersion together, or neither to propose a new routine';
    throw new ProductError('request_failed_validation', message);
  }
  if (routineID === undefined || routineID === fileID) return;
  const message = `The file has the routine ${fileID}, not ${routineID}. Keep the id of the routine in the file`;
  throw new ProductError('request_failed_validation', message);
}

function refuseBase(routineID: string, baseVersion: number, currentVersion: number): never {
  if (currentVersion === 0)
    throw new ProductError('routine_does_not_exist', `There is no routine with the id ${routineID}`);
  throw new ProductError(
    'conflict',
    baseVersion === 0
      ? `A routine with this id already exists. Send it as routineID with baseVersion ${currentVersion}`
      : `The newest version is ${currentVersion}, not ${baseVersion}. Make the change again from version ${currentVersion}`,
    { currentVersion },
  );
}

function requireOpen({ status }: ProposalListing): void {
  if (status === 'open') return;
  throw new ProductError('conflict', `This proposal is ${status} already and cannot be decided again`);
}

function refuseMore(baseVersion: number): never {
  const whose = baseVersion === 0 ? 'New routines have' : 'This routine has';
  const message = `${whose} ${proposalLimits.open} open proposals. Someone has to accept or reject one first`;
  throw new ProductError('conflict', message);
}

function refuseOutdated(baseVersion: number, currentVersion: number): never {
  const based = baseVersion === 0 ? 'a new routine' : `version ${baseVersion}`;
  const found = currentVersion === 0 ? 'the routine was deleted' : `the newest version is ${currentVersion}`;
  const message = `This proposal is outdated: it is for ${based}, but ${found}. Ask for a new proposal`;
  throw new ProductError('conflict', message, { currentVersion });
}

/** Ignores a conflict: another request decided the proposal at the same time. */
function ignoreConflict(error: unknown): void {
  if (error instanceof ProductError && error.code === 'conflict') return;
  throw error;
}
