import { Duplex } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { paceReading } from './paced-reading.ts';
import { createReadingTurns } from './reading-turns.ts';

/** Streams instead of sockets: the parser takes 1 ms for each piece, in turns that the test ends. */
function startReading() {
  let now = 0;
  const ends: (() => void)[] = [];
  const turns = createReadingTurns({ budgetMS: 2, now: () => now, nextTurn: (callback) => ends.push(callback) });
  const open = (source = 'tablet') => {
    let isDiscarded = false;
    let read = '';
    const stream = new Duplex({ read: () => undefined, write: (_chunk, _encoding, done) => done() });
    stream.on('data', (piece: Buffer) => {
      now += 1;
      read += piece.toString();
    });
    const reader = paceReading(stream, { turns: () => turns, source, isDiscarded: () => isDiscarded });
    return {
      stream,
      reader,
      read: () => read,
      discard: () => {
        isDiscarded = true;
      },
    };
  };
  return {
    open,
    now: () => now,
    endTurn: async () => {
      for (const end of ends.splice(0)) end();
      await new Promise((resolve) => setImmediate(resolve));
    },
  };
}

describe('paceReading', () => {
  it('forwards as much data as fits into a turn, in the order of arrival', async () => {
    const { open, endTurn } = startReading();
    const { stream, read } = open();
    await endTurn();
    const text = Array.from({ length: 65_536 }, (_, index) => String.fromCharCode(97 + (index % 26))).join('');
    stream.push(Buffer.from(text));
    stream.push(Buffer.from('end'));
    const sizes = [0, read().length];
    while (read().length < text.length + 3 && sizes.length < 100) {
      await endTurn();
      sizes.push(read().length);
    }
    expect(read()).toBe(`${text}end`);
    for (let turn = 1; turn < sizes.length; turn++)
      expect((sizes[turn] ?? 0) - (sizes[turn - 1] ?? 0)).toBeLessThanOrEqual(3 * 4096);
  });

  it('shares the time of a turn among connections that each have only a few requests', async () => {
    const { open, now, endTurn } = startReading();
    const connections = Array.from({ length: 50 }, () => open());
    await endTurn();
    for (const turn of [
      () => connections.map(({ stream }) => stream.push(Buffer.from('a request'))),
      endTurn,
      endTurn,
    ]) {
      const before = now();
      await turn();
      expect(now() - before).toBeLessThanOrEqual(2);
    }
    for (let turn = 0; turn < 50; turn++) await endTurn();
    expect(connections.map(({ read }) => read())).toEqual(connections.map(() => 'a request'));
  });

  it('reads another source after one piece of a source with many connections', async () => {
    const { open, endTurn } = startReading();
    const flood = Array.from({ length: 50 }, () => open('flood'));
    const tablet = open('tablet');
    await endTurn();
    for (const { stream } of flood) stream.push(Buffer.alloc(16_384, 'x'));
    tablet.stream.push(Buffer.from('a request'));
    await endTurn();
    await endTurn();
    expect(tablet.read()).toBe('a request');
  });

  it('waits while the stream is paused', async () => {
    const { open, endTurn } = startReading();
    const { stream, read } = open();
    stream.pause();
    stream.push(Buffer.alloc(20_000, 'x'));
    for (let turn = 0; turn < 20; turn++) await endTurn();
    expect(read()).toBe('');
    stream.resume();
    for (let turn = 0; turn < 20; turn++) await endTurn();
    expect(read()).toHaveLength(20_000);
  });

  it('forwards nothing once its input is discarded', async () => {
    const { open, endTurn } = startReading();
    const { stream, read, discard } = open();
    await endTurn();
    stream.push(Buffer.alloc(65_536, 'x'));
    discard();
    const before = read().length;
    stream.push(Buffer.from('more'));
    for (let turn = 0; turn < 100; turn++) await endTurn();
    expect(read()).toHaveLength(before);
  });

  it('looks at bytes before they are parsed, up to 256 kB ahead', async () => {
    const { open, endTurn } = startReading();
    const { stream, reader, read } = open();
    stream.push(Buffer.from('before '));
    stream.pause();
    stream.push(Buffer.from('waiting '));
    let looked = '';
    reader.lookAhead((bytes) => (looked += bytes.toString()));
    reader.readAhead();
    const chunk = Buffer.alloc(65_536, 'x');
    const mayContinue = Array.from({ length: 5 }, () => stream.push(chunk));
    expect(mayContinue).toEqual([true, true, true, false, false]);
    expect(looked).toBe(`waiting ${chunk.toString().repeat(5)}`);
    expect(read().length).toBeLessThanOrEqual('before '.length);
    stream.resume();
    for (let turn = 0; turn < 200; turn++) await endTurn();
    expect(read()).toBe(`before ${looked}`);
  });

  it('ends the stream after its last piece', async () => {
    const { open, endTurn } = startReading();
    const { stream, read } = open();
    let readAtEnd = 0;
    stream.once('end', () => {
      readAtEnd = read().length;
    });
    stream.push(Buffer.alloc(10_000, 'x'));
    stream.push(null);
    for (let turn = 0; turn < 20; turn++) await endTurn();
    expect(readAtEnd).toBe(10_000);
  });
});
