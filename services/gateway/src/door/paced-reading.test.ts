import { Duplex } from 'node:stream';
import { createTurnBudget } from '@cellwright/service-kit';
import { describe, expect, it } from 'vitest';
import { paceReading } from './paced-reading.ts';

/** Reads a stream instead of a socket: the parser takes 1 ms for each piece, in turns that the test ends. */
function startReading() {
  let now = 0;
  let isDiscarded = false;
  const ends: (() => void)[] = [];
  const turns = createTurnBudget({ budgetMS: 2, now: () => now, nextTurn: (callback) => ends.push(callback) });
  const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
  let read = '';
  stream.on('data', (piece: Buffer) => {
    now += 1;
    read += piece.toString();
  });
  paceReading(stream, { turns: () => turns, isDiscarded: () => isDiscarded });
  return {
    stream,
    read: () => read,
    discard: () => {
      isDiscarded = true;
    },
    endTurn: async () => {
      for (const end of ends.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('paceReading', () => {
  it('forwards as much data as fits into a turn, in the order of arrival', async () => {
    const { stream, read, endTurn } = startReading();
    await endTurn();
    const text = Array.from({ length: 65_536 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
    stream.push(Buffer.from(text));
    stream.push(Buffer.from('end'));
    const sizes = [read().length];
    while (read().length < text.length + 3 && sizes.length < 50) {
      await endTurn();
      sizes.push(read().length);
    }
    expect(read()).toBe(`${text}end`);
    for (let turn = 1; turn < sizes.length; turn++)
      expect((sizes[turn] ?? 0) - (sizes[turn - 1] ?? 0)).toBeLessThanOrEqual(3 * 4096);
  });

  it('waits while the stream is paused', async () => {
    const { stream, read, endTurn } = startReading();
    stream.pause();
    stream.push(Buffer.alloc(20_000, 'x'));
    for (let turn = 0; turn < 20; turn++) await endTurn();
    expect(read()).toBe('');
    stream.resume();
    for (let turn = 0; turn < 20; turn++) await endTurn();
    expect(read()).toHaveLength(20_000);
  });

  it('forwards nothing once its input is discarded', async () => {
    const { stream, read, endTurn, discard } = startReading();
    await endTurn();
    stream.push(Buffer.alloc(65_536, 'x'));
    discard();
    const before = read().length;
    stream.push(Buffer.from('more'));
    for (let turn = 0; turn < 20; turn++) await endTurn();
    expect(read()).toHaveLength(before);
  });
});
