// @vitest-environment happy-dom
import { ProductError } from '@cellwright/domain/basics';
import { beforeEach, describe, expect, it } from 'vitest';
import { maxWaiting, ReportOutbox, type WaitingReport } from './report-outbox.ts';

let sent: WaitingReport[];
let failures: Error[];
const away = () => new ProductError('unavailable', 'No cell answers at this address', { reason: 'nothingAnswers' });

function openOutbox(): ReportOutbox {
  return new ReportOutbox({
    storage: localStorage,
    send: async (report) => {
      const failure = failures.shift();
      if (failure) throw failure;
      sent.push(report);
    },
    now: () => new Date('2026-01-01T00:00:00Z'),
  });
}
const wanted = (description: string, userID = 'user_ada') => ({
  ...{ userID, report: { description }, isBundleWanted: true },
});
const textsOf = (reports: readonly WaitingReport[]) => reports.map(({ report }) => report.description);

beforeEach(() => {
  localStorage.clear();
  sent = [];
  failures = [];
});

describe('ReportOutbox', () => {
  it('keeps reports across a reload while the cell does not answer, and sends them in order later', async () => {
    const outbox = openOutbox();
    outbox.add(wanted('first'));
    outbox.add(wanted('second'));
    failures = [away()];
    await outbox.sendAll('user_ada');
    expect([sent, textsOf(outbox.list())]).toEqual([[], ['first', 'second']]);
    const reloaded = openOutbox();
    expect(textsOf(reloaded.list())).toEqual(['first', 'second']);
    await reloaded.sendAll('user_ada');
    expect([textsOf(sent), reloaded.list()]).toEqual([['first', 'second'], []]);
    expect(openOutbox().list()).toEqual([]);
  });

  it('sends only the reports of the signed-in user', async () => {
    const outbox = openOutbox();
    outbox.add(wanted('of Ada'));
    outbox.add(wanted('of Bob', 'user_bob'));
    await outbox.sendAll('user_bob');
    expect([textsOf(sent), textsOf(outbox.list())]).toEqual([['of Bob'], ['of Ada']]);
  });

  it('shows the reason of a refusal, sends the others, and sends a refused one again only when asked', async () => {
    const outbox = openOutbox();
    const id = outbox.add(wanted('too large')) ?? '';
    outbox.add(wanted('second'));
    failures = [new ProductError('too_large', 'A bug report has at most 1 MiB')];
    await outbox.sendAll('user_ada');
    expect([textsOf(sent), outbox.list()]).toMatchObject([['second'], [{ refusal: 'A bug report has at most 1 MiB' }]]);
    await outbox.sendAll('user_ada');
    expect(sent).toHaveLength(1);
    outbox.retry(id);
    await outbox.sendAll('user_ada');
    expect([textsOf(sent), outbox.list()]).toEqual([['second', 'too large'], []]);
  });

  it('takes a conflict of its id as stored: the response of an earlier request was lost', async () => {
    const outbox = openOutbox();
    outbox.add(wanted('once'));
    failures = [new ProductError('conflict', 'There is already a bug report with this id')];
    await outbox.sendAll('user_ada');
    expect(outbox.list()).toEqual([]);
  });

  it('sends a report once when two parts of the page send at a time', async () => {
    const outbox = openOutbox();
    outbox.add(wanted('once'));
    await Promise.all([outbox.sendAll('user_ada'), outbox.sendAll('user_ada')]);
    expect(sent).toHaveLength(1);
  });

  it('sends a report that is added while another one is sent', async () => {
    const outbox = openOutbox();
    outbox.add(wanted('first'));
    const sending = outbox.sendAll('user_ada');
    outbox.add(wanted('second'));
    await Promise.all([sending, outbox.sendAll('user_ada')]);
    expect([textsOf(sent), outbox.list()]).toEqual([['first', 'second'], []]);
  });

  it('keeps a bounded number, and none of a storage that it cannot read', () => {
    const outbox = openOutbox();
    for (let n = 0; n < maxWaiting; n += 1) expect(outbox.add(wanted(`${n}`))).toBeTypeOf('string');
    expect(outbox.add(wanted('one too many'))).toBeUndefined();
    localStorage.setItem('cellwright.bugReports', '[{"id":1}]');
    expect(openOutbox().list()).toEqual([]);
  });

  it('tells its listeners about every change', () => {
    const outbox = openOutbox();
    let changes = 0;
    const unsubscribe = outbox.subscribe(() => {
      changes += 1;
    });
    outbox.remove(outbox.add(wanted('removed')) ?? '');
    unsubscribe();
    outbox.add(wanted('not heard'));
    expect(changes).toBe(2);
  });
});
