import {
  acceptProposal,
  listOwnProposals,
  proposeRoutineVersion,
  rejectProposal,
  reviewProposal,
} from '@cellwright/calls';
import { type AuditEntry, auditEntrySchema } from '@cellwright/domain/cell';
import { busSubjects } from '@cellwright/service-kit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, type LibraryBench, parse, routine, startLibraryBench } from './testing/library-bench.fixture.ts';

let library: LibraryBench;
beforeAll(async () => {
  library = await startLibraryBench();
});
afterAll(() => library.stop());

const assistant = { id: 'token_1', name: 'Assistant', access: 'developerToken' };
const person = { id: 'user_1', name: 'Ada', access: 'session' };
const note = 'Waits less';

const fileOf = (document: object, more: object = {}) => ({
  ...{ format: 'cellwright.routine', formatVersion: 1, routine: document, ...more },
});

async function store(): Promise<ReturnType<typeof routine>> {
  const stored = routine();
  await library.make('routines', stored);
  return stored;
}

const propose = (document: object, input: object, key = '') =>
  library.call(
    proposeRoutineVersion,
    { note, ...input },
    { document: fileOf(document), author: assistant, idempotencyKey: key },
  );
const proposeNext = async (stored: { id: string }, baseVersion = 1) =>
  (await propose({ ...stored, name: 'Faster' }, { routineID: stored.id, baseVersion })).proposal;
const accept = (id: string, idempotencyKey = '') =>
  library.call(acceptProposal, { id }, { author: person, idempotencyKey });
const reject = (id: string, reason = 'Too fast') => library.call(rejectProposal, { id, reason }, { author: person });
const review = (id: string) => library.call(reviewProposal, { id }, { author: person });
const save = (id: string, expectedVersion: number, document: object) =>
  library.save('routines', id, document, expectedVersion);

async function read(id: string) {
  const { document } = await library.stored.getEntity({ entity: 'routines', caller: ada, id, version: 0 });
  return parse(document?.json);
}

describe('a proposal of a routine version', () => {
  it('becomes a draft of its sender, and does not change the routine', async () => {
    const stored = await store();
    const { proposal, problems } = await propose(
      { ...stored, name: 'Faster' },
      { routineID: stored.id, baseVersion: 1 },
    );
    expect(problems).toEqual([]);
    expect(proposal).toMatchObject({
      ...{ routineID: stored.id, routineName: 'Faster', baseVersion: 1, note, status: 'open' },
      ...{ proposedByID: 'token_1', proposedByName: 'Assistant', proposedWith: 'token', version: 1 },
      createdAt: expect.any(String),
    });
    expect(proposal).not.toHaveProperty('document');
    expect(await read(stored.id)).toMatchObject({ name: 'Two waits', version: 1 });
  });

  it('exists once for an idempotency key', async () => {
    const stored = await store();
    const input = { routineID: stored.id, baseVersion: 1 };
    const first = await propose(stored, input, 'once');
    expect((await propose(stored, input, 'once')).proposal.id).toBe(first.proposal.id);
    expect((await propose(stored, input, 'twice')).proposal.id).not.toBe(first.proposal.id);
  });

  it('fails with the name of every field that a routine file does not have', async () => {
    const stored = await store();
    const sent = fileOf({ ...stored, speed: 2, steps: [{ ...stored.steps[0], colour: 'red' }] }, { author: 'me' });
    const asked = library.call(
      proposeRoutineVersion,
      { routineID: stored.id, baseVersion: 1, note },
      { document: sent, author: assistant },
    );
    await expect(asked).rejects.toMatchObject({
      code: 'request_failed_validation',
      details: {
        problems: expect.arrayContaining(
          ['author', 'routine.speed', 'routine.steps.0.colour'].map((fieldId) =>
            expect.objectContaining({
              fieldId,
              message: expect.stringContaining(`There is no field '${fieldId}' here`),
            }),
          ),
        ),
      },
    });
  });

  it.each([
    ['another routine in the file', { routineID: 'routine_other', baseVersion: 1 }, 'Keep the id of the routine'],
    ['a routine without its base version', { routineID: 'routine_other' }, 'together'],
    ['a base version without its routine', { baseVersion: 1 }, 'together'],
    ['no base, though the routine exists', {}, 'A routine with this id already exists'],
  ])('fails with %s', async (_, input, reason) => {
    await expect(propose(await store(), input)).rejects.toThrow(reason);
  });

  it('fails with the number of the newest version if its base is older', async () => {
    const stored = await store();
    await save(stored.id, 1, { ...stored, name: 'Saved since' });
    await expect(proposeNext(stored)).rejects.toMatchObject({ code: 'conflict', details: { currentVersion: 2 } });
  });

  it('fails while the routine has 20 open proposals', async () => {
    const stored = await store();
    const open = [];
    for (let count = 0; count < 20; count++) open.push(await proposeNext(stored));
    await expect(proposeNext(stored)).rejects.toThrow('This routine has 20 open proposals');
    await reject(open[0]?.id ?? '');
    await proposeNext(stored);
  });

  it('appears only in the list of its sender, without its document', async () => {
    const stored = await store();
    const { id } = await proposeNext(stored);
    const own = await library.call(listOwnProposals, {}, { author: assistant });
    expect(own.items[0]).toMatchObject({ id, status: 'open' });
    expect(own.items[0]).not.toHaveProperty('document');
    expect(await library.call(listOwnProposals, {}, { author: { id: 'token_2' } })).toEqual({ items: [] });
  });
});

describe('the review of a proposal', () => {
  it('describes its changes, its problems and its additions to the cell', async () => {
    const stored = await store();
    const variable = { id: `variable_${stored.id}`, name: 'pace', initialValue: 1 };
    const { proposal } = await library.call(
      proposeRoutineVersion,
      { routineID: stored.id, baseVersion: 1, note },
      { document: fileOf({ ...stored, name: 'Faster' }, { globals: { variables: [variable] } }), author: assistant },
    );
    expect(await review(proposal.id)).toMatchObject({
      proposal: { id: proposal.id, note },
      ...{ currentVersion: 1, isOutdated: false, problems: [] },
      changes: [{ kind: 'renamed', text: "Renamed to 'Faster'" }],
      added: [{ kind: 'variable', id: variable.id, name: 'pace' }],
      document: { format: 'cellwright.routine', routine: { id: stored.id, name: 'Faster' } },
    });
  });
});

describe('accepting a proposal', () => {
  it('stores the next version by its proposer, and audits the person who accepted it', async () => {
    const audited: AuditEntry[] = [];
    const note = (entry: { json(): unknown }) => void audited.push(auditEntrySchema.parse(entry.json()));
    await library.bus.subscribe(busSubjects.auditEntry.subject, note, { durable: 'test' });
    const stored = await store();
    const { id } = await proposeNext(stored);
    expect(await accept(id)).toMatchObject({
      ...{ id, status: 'accepted', acceptedVersion: 2, decidedByID: 'user_1', decidedByName: 'Ada' },
    });
    expect(await read(stored.id)).toMatchObject({
      ...{ name: 'Faster', version: 2, updatedByID: 'token_1', updatedByName: 'Assistant' },
    });
    const person = { subject: { id: 'user_1', name: 'Ada' } };
    await expect
      .poll(() => audited)
      .toEqual(
        expect.arrayContaining([
          expect.objectContaining({ ...person, action: 'routines.patch', target: `routines/${stored.id}` }),
          expect.objectContaining({ ...person, action: 'routineProposals.patch', target: `routineProposals/${id}` }),
        ]),
      );
  });

  it('creates no second version if it is repeated with its idempotency key', async () => {
    const stored = await store();
    const { id } = await proposeNext(stored);
    const first = await accept(id, 'accept-once');
    expect(await accept(id, 'accept-once')).toEqual(first);
    await expect(accept(id)).rejects.toThrow('This proposal is accepted already');
    expect(await read(stored.id)).toMatchObject({ version: 2 });
  });

  it('creates a routine that was proposed as new', async () => {
    const fresh = routine();
    const { proposal } = await propose(fresh, {});
    expect(proposal).toMatchObject({ baseVersion: 0, routineID: fresh.id });
    expect(await review(proposal.id)).toMatchObject({ currentVersion: 0, isOutdated: false, changes: [] });
    expect(await accept(proposal.id)).toMatchObject({ acceptedVersion: 1 });
    expect(await read(fresh.id)).toMatchObject({ version: 1, createdByName: 'Assistant' });
  });

  it('fails with the number of the newest version if the routine was saved since', async () => {
    const stored = await store();
    const { id } = await proposeNext(stored);
    await save(stored.id, 1, { ...stored, name: 'Saved since' });
    expect(await review(id)).toMatchObject({ isOutdated: true, currentVersion: 2 });
    await expect(accept(id)).rejects.toMatchObject({
      ...{ code: 'conflict', message: expect.stringContaining('the newest version is 2') },
      details: { currentVersion: 2 },
    });
    expect(await review(id)).toMatchObject({ proposal: { status: 'outdated' } });
    expect(await read(stored.id)).toMatchObject({ name: 'Saved since', version: 2 });
  });

  it('marks other open proposals of the same version as outdated', async () => {
    const stored = await store();
    const [first, second] = [await proposeNext(stored), await proposeNext(stored)];
    await accept(first.id);
    expect(await review(second.id)).toMatchObject({ proposal: { status: 'outdated' }, isOutdated: true });
  });
});

describe('rejecting a proposal', () => {
  it('stores the reason for its proposer, and does not change the routine', async () => {
    const stored = await store();
    const { id } = await proposeNext(stored);
    expect(await reject(id)).toMatchObject({ status: 'rejected', reason: 'Too fast', decidedByName: 'Ada' });
    await expect(accept(id)).rejects.toThrow('This proposal is rejected already');
    expect(await read(stored.id)).toMatchObject({ version: 1 });
  });
});
