import { type AuditEntry, droppedAction } from '@cellwright/domain/cell';
import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { type AuditNote, AuditQueue } from './audit-queue.ts';

function startQueue() {
  const clock = new VirtualClock();
  const sent: AuditEntry[] = [];
  const delays: string[] = [];
  const bus = { isAway: false };
  const queue = new AuditQueue({
    clock,
    publish: async (entry) => {
      if (bus.isAway) throw new Error('away');
      sent.push(entry);
    },
    onDropped: () => undefined,
    onDelayed: (error) => delays.push(error instanceof Error ? error.message : 'unknown'),
  });
  return { clock, sent, bus, queue, delays };
}
const ada = { subjectID: 'user_ada', name: 'Ada' };
const refused: AuditNote = { subject: ada, door: 'http', action: 'DELETE /x', target: '/x', code: 'forbidden' };
const stranger = (source: string): AuditNote => ({
  door: 'http',
  action: 'POST /x',
  target: '/x',
  code: 'authorization_required',
  source,
});

describe('AuditQueue', () => {
  it('sends refusals of known callers immediately and in order', async () => {
    const { clock, sent, queue } = startQueue();
    queue.note(refused);
    queue.note({ ...refused, action: 'PUT /x' });
    await clock.advance(0);
    expect(sent.map(({ action, outcome, code }) => [action, outcome, code])).toEqual([
      ['DELETE /x', 'refused', 'forbidden'],
      ['PUT /x', 'refused', 'forbidden'],
    ]);
  });

  it('cuts texts that are too long between two characters', async () => {
    const { clock, sent, queue } = startQueue();
    const long = `${'a'.repeat(199)}👩`;
    const target = `${'/'.repeat(299)}👩`;
    queue.note({ ...refused, subject: { subjectID: `${'u'.repeat(127)}👩`, name: long }, action: long, target });
    await clock.advance(0);
    expect(sent).toMatchObject([
      { subject: { id: 'u'.repeat(127), name: 'a'.repeat(199) }, action: 'a'.repeat(199), target: '/'.repeat(299) },
    ]);
  });

  it('reports the reason once per outage of the bus', async () => {
    const { clock, bus, queue, sent, delays } = startQueue();
    for (const outage of [1, 2]) {
      bus.isAway = true;
      queue.note(refused);
      await clock.advance(5000);
      bus.isAway = false;
      await clock.advance(2000);
      expect([sent.length, delays]).toEqual([outage, Array(outage).fill('away')]);
    }
  });

  it('combines the attempts of unknown callers by source', async () => {
    const { clock, sent, queue } = startQueue();
    for (let attempt = 0; attempt < 1000; attempt++) queue.note(stranger('10.0.0.1'));
    queue.note(stranger('10.0.0.2'));
    await clock.advance(10_000);
    expect(sent.map(({ target, count }) => [target, count])).toEqual([
      ['/x from 10.0.0.1', 1000],
      ['/x from 10.0.0.2', 1],
    ]);
  });

  it('combines the entries of a known caller that sends too many', async () => {
    const { clock, sent, queue } = startQueue();
    for (let attempt = 0; attempt < 1000; attempt++) queue.note({ ...refused, code: 'rate_limited' });
    await clock.advance(10_000);
    expect(sent).toEqual([expect.objectContaining({ subject: { id: 'user_ada', name: 'Ada' }, count: 1000 })]);
  });

  it('counts unknown callers beyond two hundred sources together', async () => {
    const { clock, sent, queue } = startQueue();
    for (let host = 0; host < 5000; host++) queue.note(stranger(`host-${host}`));
    await clock.advance(10_000);
    expect(sent).toHaveLength(201);
    expect(sent.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  });

  it('waits for an unavailable bus, keeps a maximum of entries and reports how many it dropped', async () => {
    const { clock, sent, bus, queue } = startQueue();
    bus.isAway = true;
    for (let index = 0; index < 2100; index++) queue.note({ ...refused, target: `/${index}` });
    await clock.advance(5000);
    expect(sent).toEqual([]);
    bus.isAway = false;
    await clock.advance(2000);
    expect(sent).toHaveLength(2001);
    expect(sent.slice(0, 2000).map(({ target }) => target)).toEqual(Array.from({ length: 2000 }, (_, at) => `/${at}`));
    expect(sent.at(-1)).toMatchObject({ action: droppedAction, count: 100 });
  });

  it('sends its remaining entries when it is closed', async () => {
    const { sent, queue } = startQueue();
    queue.note(stranger('10.0.0.1'));
    await queue.close();
    expect(sent).toHaveLength(1);
  });
});
