import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import { PartWriter, type RecordedPart } from './part-writer.ts';

const partOf = (index: number, length = 10): RecordedPart => ({
  ...{ runID: 'run_1', index, from: 0, to: 5, hasKeyframe: true, text: 'x'.repeat(length) },
});
const mebibyte = 2 ** 20;

function startWriter() {
  const clock = new VirtualClock();
  const store = { written: [] as number[], isAway: false };
  const warnings: string[] = [];
  const log = { info: () => {}, warn: (message: string) => void warnings.push(message), error: () => {} };
  const write = async ({ index }: RecordedPart) => {
    await clock.sleep(10);
    if (store.isAway) throw new Error('away');
    store.written.push(index);
  };
  return { clock, store, warnings, writer: new PartWriter({ write }, clock, log) };
}

describe('the parts of recordings', () => {
  it('reach the store in order, one after another', async () => {
    const { clock, store, writer } = startWriter();
    for (const index of [0, 1, 2]) expect(writer.add(partOf(index))).toBe(true);
    await clock.advance(15);
    expect(store.written).toEqual([0]);
    await clock.advance(20);
    expect(store.written).toEqual([0, 1, 2]);
  });

  it('wait for an unreachable store, and are written when it is back, with one log entry', async () => {
    const { clock, store, warnings, writer } = startWriter();
    store.isAway = true;
    writer.add(partOf(0));
    writer.add(partOf(1));
    await clock.advance(10_000);
    expect([store.written, warnings.length]).toEqual([[], 1]);
    store.isAway = false;
    await clock.advance(2000);
    expect(store.written).toEqual([0, 1]);
  });

  it('drop data beyond the limit, and accept data again when there is space', async () => {
    const { clock, store, writer } = startWriter();
    store.isAway = true;
    for (let index = 0; index < 16; index++) expect(writer.add(partOf(index, mebibyte))).toBe(true);
    expect(writer.add(partOf(16))).toBe(false);
    store.isAway = false;
    await clock.advance(2000);
    expect(store.written).toHaveLength(16);
    expect(writer.add(partOf(17))).toBe(true);
  });

  it('reach the store at the end, within the time limit', async () => {
    const { clock, store, writer } = startWriter();
    writer.add(partOf(0));
    const closed = writer.close(2000);
    await clock.advance(20);
    await closed;
    expect(store.written).toEqual([0]);
    expect(writer.add(partOf(1))).toBe(false);

    const away = startWriter();
    away.store.isAway = true;
    away.writer.add(partOf(0));
    let isClosed = false;
    void away.writer.close(2000).then(() => {
      isClosed = true;
    });
    await away.clock.advance(1900);
    expect(isClosed).toBe(false);
    await away.clock.advance(200);
    expect(isClosed).toBe(true);
    away.store.isAway = false;
    await away.clock.advance(5000);
    expect(away.store.written).toEqual([]);
  });
});
