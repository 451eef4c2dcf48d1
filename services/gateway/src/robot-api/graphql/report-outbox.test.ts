import { ProductError } from '@cellwright/domain/basics';
import { silentLogger } from '@cellwright/service-kit';
import { VirtualClock } from '@cellwright/testkit';
import { beforeEach, describe, expect, it } from 'vitest';
import type { RobotCall } from '../robot-line.ts';
import { ReportOutbox } from './report-outbox.ts';

const call: RobotCall = { robotKind: 'live', identity: { subjectID: 'u1', name: 'Ada', permissions: [] } };
const away = () => new ProductError('unavailable', 'The store does not answer');
const report = (title: string) => ({ report: { title } });

let clock: VirtualClock;
let failure: ProductError | undefined;
let kept: { readonly document: object; readonly key: string | undefined }[];
let logged: { readonly message: string; readonly fields: unknown }[];
let outbox: ReportOutbox;
beforeEach(() => {
  clock = new VirtualClock();
  failure = undefined;
  kept = [];
  logged = [];
  const things = {
    async create(_call: RobotCall, _name: string, document: object, key?: string) {
      if (failure) throw failure;
      kept.push({ document, key });
      return document;
    },
  };
  const error = (message: string, fields?: object) => void logged.push({ message, fields });
  outbox = new ReportOutbox({ things, clock, log: { ...silentLogger, error } });
});

describe('ReportOutbox', () => {
  it('stores a report immediately, under the returned id', async () => {
    const id = await outbox.keep(call, report('first'));
    expect(kept).toEqual([{ document: { id, ...report('first') }, key: id }]);
    await clock.advance(60_000);
    expect(kept).toHaveLength(1);
  });

  it('keeps reports while their store is unavailable, and stores them afterwards in order', async () => {
    failure = away();
    const ids = [await outbox.keep(call, report('first'))];
    await clock.advance(60_000);
    expect(kept).toEqual([]);
    failure = undefined;
    ids.push(await outbox.keep(call, report('second')));
    await clock.advance(5000);
    expect(kept.map(({ key }) => key)).toEqual(ids);
    await outbox.keep(call, report('third'));
    expect(kept).toHaveLength(3);
  });

  it('rejects an invalid report, and continues after one that is rejected later', async () => {
    failure = new ProductError('too_large', 'A report has at most 1 MiB');
    await expect(outbox.keep(call, report('long'))).rejects.toThrow('at most 1 MiB');
    failure = away();
    await outbox.keep(call, report('long'));
    failure = new ProductError('too_large', 'A report has at most 1 MiB');
    await clock.advance(5000);
    expect(logged).toMatchObject([{ message: 'a bug report was refused', fields: { report: report('long') } }]);
    failure = undefined;
    await outbox.keep(call, report('short'));
    expect(kept).toMatchObject([{ document: report('short') }]);
  });

  it('rejects a report while 20 wait', async () => {
    failure = away();
    for (let n = 0; n < 20; n++) await outbox.keep(call, report(`${n}`));
    await expect(outbox.keep(call, report('20'))).rejects.toMatchObject({ code: 'unavailable' });
  });

  it('logs remaining reports completely at the end', async () => {
    failure = away();
    await outbox.keep(call, report('first'));
    outbox.close();
    expect(logged).toMatchObject([{ message: 'a bug report was not kept', fields: { report: report('first') } }]);
    failure = undefined;
    await clock.advance(60_000);
    expect(kept).toEqual([]);
  });
});
