import { ProductError } from '@cellwright/domain/basics';
import { idleSession, VirtualClock } from '@cellwright/testkit';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openRobotRoom, type RobotRoom } from '../../testing/robot-room.fixture.ts';
import type { JournalPage } from './report-logs.ts';

const entry = (seq: number, more: object = {}) => ({
  runID: 'run_1',
  seq,
  at: '2026-03-01T08:00:00.000Z',
  thread: 'main',
  event: 'stepStarted' as const,
  stepID: 's1',
  stepPath: '1',
  stepKind: 'Wait',
  result: null,
  ...more,
});
let journal: ReturnType<typeof entry>[];
let journalFailure: ProductError | undefined;
const asked: unknown[] = [];

async function listJournal(query: { id: string; after: number; limit: number }): Promise<JournalPage> {
  asked.push(query);
  if (journalFailure) throw journalFailure;
  const page = journal.slice(query.after, query.after + query.limit);
  return { items: page, newest: journal.length };
}

let room: RobotRoom;
let clock: VirtualClock;
beforeEach(async () => {
  journal = [];
  journalFailure = undefined;
  asked.splice(0);
  clock = new VirtualClock();
  room = await openRobotRoom({ listJournal, clock });
});
afterEach(() => room.close());

async function ask(query: string, variables?: object) {
  const headers = { 'robot-kind': 'live' };
  const { status, answer } = await room.ask('POST', '/api-srv/graphql', { body: { query, variables }, headers });
  expect(status).toBe(200);
  return answer;
}

describe('A note of a board', () => {
  const load = `query LoadBoardNotes($board: String!, $limit: Int, $offset: Int) {
    LoadBoardNotes(boardSerialNumber: $board, limit: $limit, offset: $offset) {
      id created content { user_content } visibility author { id name }
    }
  }`;
  const create = `mutation CreateBoardNote($content: JSON) {
    CreateBoardNote(boardId: "B1", content: $content, visibility: "public", category: board) { id content { user_content } }
  }`;

  it('can be written, read and removed', async () => {
    const written = { CreateBoardNote: { id: 'boardNotes_1', content: { user_content: 'warm' } } };
    expect(await ask(create, { content: 'warm' })).toEqual({ data: written });
    expect(await ask(load, { board: 'B1' })).toEqual({
      data: {
        LoadBoardNotes: [
          {
            id: 'boardNotes_1',
            created: '2026-03-01T08:00:00.000Z',
            content: { user_content: 'warm' },
            visibility: 'public',
            author: { id: 'u1', name: 'Ada' },
          },
        ],
      },
    });
    expect(await ask(load, { board: 'B2' })).toEqual({ data: { LoadBoardNotes: [] } });
    const remove = 'mutation DeleteBoardNote { DeleteBoardNote(id: "boardNotes_1") { success id } }';
    expect(await ask(remove)).toEqual({ data: { DeleteBoardNote: { success: true, id: 'boardNotes_1' } } });
    expect(await ask(load, { board: 'B1' })).toEqual({ data: { LoadBoardNotes: [] } });
    expect(await ask(remove)).toMatchObject({
      data: { DeleteBoardNote: null },
      errors: [{ path: ['DeleteBoardNote'] }],
    });
  });

  it('has its text in an object, and can be sent in this form', async () => {
    const answer = await ask(create, { content: { user_content: 'hot' } });
    expect(answer).toMatchObject({ data: { CreateBoardNote: { content: { user_content: 'hot' } } } });
    expect(room.stored.get('boardNotes')).toMatchObject([{ content: 'hot', category: 'board' }]);
  });

  it('has no control characters in its serial number; older notes with one are still listed', async () => {
    const refused = 'mutation { CreateBoardNote(boardId: "B\\n1", content: "warm") { id } }';
    expect(await ask(refused)).toMatchObject({
      data: { CreateBoardNote: null },
      errors: [{ message: expect.stringContaining('must not contain control characters') }],
    });
    room.stored.set('boardNotes', [{ id: 'n1', boardId: 'B\n1', content: 'Note' }]);
    const load = '{ LoadBoardNotes(boardSerialNumber: "B\\n1") { id } }';
    expect(await ask(load)).toEqual({ data: { LoadBoardNotes: [{ id: 'n1' }] } });
  });

  it('appears in a list of 20 without a limit', async () => {
    const notes = Array.from({ length: 30 }, (_, n) => ({ id: `n${n}`, boardId: 'B1', content: `Note ${n}` }));
    room.stored.set('boardNotes', notes);
    const text = '{ LoadBoardNotes(boardSerialNumber: "B1") { id } }';
    const ids = (from: number, to: number) => notes.slice(from, to).map(({ id }) => ({ id }));
    expect(await ask(text)).toEqual({ data: { LoadBoardNotes: ids(0, 20) } });
    expect(await ask(load, { board: 'B1', limit: 5, offset: 28 })).toMatchObject({
      data: { LoadBoardNotes: ids(28, 30) },
    });
  });

  it.each(['', '(boardSerialNumber: "B1", limit: 0)', '(boardSerialNumber: "B1", offset: -1)', '(limit: 5)'])(
    'cannot be queried with %j',
    async (args) => {
      const answer = await ask(`{ LoadBoardNotes${args} { id } }`);
      expect(answer).toMatchObject({ data: { LoadBoardNotes: null }, errors: [{ path: ['LoadBoardNotes'] }] });
    },
  );
});

describe('A bug report', () => {
  const report = 'mutation Report($input: Input) { reportBug(input: $input) { success error taskUrl } }';
  const input = { title: 'It stopped', severity: 2 };

  it('contains the recent activity of both robots', async () => {
    room.stored.set('runs', [
      { id: 'run_1', robotKind: 'live' },
      { id: 'run_0', robotKind: 'live' },
    ]);
    room.states.live = idleSession({ robotKind: 'live', kind: 'Failure', brakes: 'engaged' });
    journal = Array.from({ length: 250 }, (_, n) => entry(n + 1));
    expect(await ask(report, { input })).toEqual({
      data: { reportBug: { success: true, error: null, taskUrl: expect.any(String) } },
    });
    expect(room.stored.get('bugReports')).toMatchObject([
      {
        report: input,
        logs: [
          { robotKind: 'live', state: { kind: 'Failure', brakes: 'engaged' }, journal: journal.slice(50) },
          { robotKind: 'simulated', state: { kind: 'Idle' }, journal: [] },
        ],
      },
    ]);
    expect(asked).toEqual([
      { id: 'run_1', after: 0, limit: 1 },
      { id: 'run_1', after: 50, limit: 200 },
    ]);
  });

  it('contains the end of a long journal that fits', async () => {
    room.stored.set('runs', [{ id: 'run_1', robotKind: 'live' }]);
    journal = Array.from({ length: 200 }, (_, n) => entry(n + 1, { data: 'x'.repeat(10_000) }));
    await ask(report, { input });
    const [stored] = room.stored.get('bugReports') ?? [];
    expect(JSON.stringify(stored).length).toBeLessThan(512 * 1024);
    expect(stored).toMatchObject({ logs: [{ journal: journal.slice(-29) }, {}] });
  });

  it('needs no log, and then contains the reason', async () => {
    room.stored.set('runs', [{ id: 'run_1', robotKind: 'simulated' }]);
    room.states.simulated = undefined;
    journalFailure = new ProductError('unavailable', 'The runner does not answer');
    expect(await ask(report, { input })).toMatchObject({ data: { reportBug: { success: true } } });
    expect(room.stored.get('bugReports')).toMatchObject([
      { logs: [{ journal: [] }, { state: null, journal: [], problem: 'The runner does not answer' }] },
    ]);
  });

  it('waits while its store is unavailable', async () => {
    room.storeFailure = new ProductError('unavailable', 'The store does not answer');
    const taskUrl = expect.stringMatching(/^\/api\/v1\/cell\/bug-reports\/bugReport_/);
    expect(await ask(report, { input })).toEqual({ data: { reportBug: { success: true, error: null, taskUrl } } });
    room.storeFailure = undefined;
    await clock.advance(5000);
    expect(room.stored.get('bugReports')).toMatchObject([{ report: input }]);
  });

  it('returns the reason if it is rejected', async () => {
    room.storeFailure = new ProductError('too_large', 'A bug report has at most 1 MiB');
    expect(await ask(report, { input })).toEqual({
      data: { reportBug: { success: false, error: 'A bug report has at most 1 MiB', taskUrl: null } },
    });
  });
});
