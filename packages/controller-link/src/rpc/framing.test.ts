import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FrameReader, frameOf } from './framing.ts';

const message = fc.uint8Array({ minLength: 1, maxLength: 300 });

describe('FrameReader', () => {
  test('returns every message, however the stream is cut', () => {
    fc.assert(
      fc.property(fc.array(message, { maxLength: 20 }), fc.array(fc.integer({ min: 1, max: 50 })), (messages, cuts) => {
        const stream = Buffer.concat(messages.map(frameOf));
        const reader = new FrameReader(1000);
        const received: Uint8Array[] = [];
        for (const chunk of cutUp(stream, cuts)) {
          const result = reader.push(chunk);
          if (!result.ok) throw new Error(result.problem);
          // Frames may share memory with the next data, so they are read immediately.
          received.push(...result.frames.map((frame) => new Uint8Array(frame)));
        }
        expect(received.map((frame) => [...frame])).toEqual(messages.map((frame) => [...frame]));
        expect(reader.isInsideFrame).toBe(false);
      }),
    );
  });

  test('keeps frames of one chunk intact when the next chunk arrives', () => {
    const reader = new FrameReader(100);
    reader.push(frameOf(new Uint8Array([1, 2, 3])).subarray(0, 5));
    const first = reader.push(Buffer.concat([new Uint8Array([2, 3]), frameOf(new Uint8Array([7, 7])).subarray(0, 5)]));
    reader.push(new Uint8Array([9]));
    expect(first).toEqual({ ok: true, frames: [new Uint8Array([1, 2, 3])] });
  });

  test.each([
    ['an empty frame', [0, 0, 0, 0], 'a frame is empty'],
    ['a frame over the limit', [0, 0, 3, 0xe9], 'a frame of 1001 bytes is over the limit of 1000'],
    ['a frame of 4 GiB', [0xff, 0xff, 0xff, 0xff], 'a frame of 4294967295 bytes is over the limit of 1000'],
  ])('stays closed after %s', (_, bytes, problem) => {
    const reader = new FrameReader(1000);
    expect(reader.push(new Uint8Array(bytes))).toEqual({ ok: false, problem });
    expect(reader.push(frameOf(new Uint8Array([1])))).toEqual({ ok: false, problem });
  });

  test('detects a bad length that arrives byte by byte', () => {
    const reader = new FrameReader(1000);
    expect([0xff, 0xff, 0xff].map((byte) => reader.push(new Uint8Array([byte])).ok)).toEqual([true, true, true]);
    expect(reader.push(new Uint8Array([0xff])).ok).toBe(false);
  });

  test('holds a large frame that arrives byte by byte in memory of its size', () => {
    const size = 64 * 1024;
    const reader = new FrameReader(size);
    const frame = frameOf(new Uint8Array(size).fill(5));
    let received = 0;
    for (const byte of frame) {
      const result = reader.push(new Uint8Array([byte]));
      if (result.ok) received += result.frames.reduce((sum, { length }) => sum + length, 0);
    }
    expect(received).toBe(size);
  });

  test('accepts larger frames after its limit is raised', () => {
    const reader = new FrameReader(2);
    reader.maxBytes = 3;
    expect(reader.push(frameOf(new Uint8Array([1, 2, 3]))).ok).toBe(true);
  });
});

function cutUp(stream: Uint8Array, cuts: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  let offset = 0;
  for (const cut of cuts) {
    chunks.push(stream.subarray(offset, offset + cut));
    offset += cut;
  }
  chunks.push(stream.subarray(offset));
  return chunks;
}
