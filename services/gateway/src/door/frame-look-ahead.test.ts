import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { FrameLookAhead } from './frame-look-ahead.ts';
import { frameOf } from './raw-client.fixture.ts';

const isUrgent = (message: Buffer) => message.includes('stop');

function startLooking() {
  const delivered: string[] = [];
  let isReadingAhead = false;
  const frames = new FrameLookAhead({
    ...{ isUrgent, maxMessageBytes: 200 },
    readAhead: () => {
      isReadingAhead = true;
    },
  });
  const listen = () => frames.listen((message) => delivered.push(message.toString()) > 0);
  return { frames, delivered, listen, isReadingAhead: () => isReadingAhead };
}

/** Frames of a client: text, other kinds, and parts of a message. */
const frame = fc.record({
  first: fc.constantFrom(0x81, 0x81, 0x82, 0x89, 0x01, 0x80, 0xc1),
  text: fc.oneof(
    fc.constantFrom('stop', '{"kind":"stop"}', 'x', ''),
    fc.string({ maxLength: 300 }),
    fc.constant('stop'.padEnd(70_000)),
  ),
  mask: fc.integer({ min: 0, max: 0xffffffff }),
});

describe('FrameLookAhead', () => {
  it('delivers whole urgent messages, however the bytes arrive', () => {
    fc.assert(
      fc.property(
        fc.array(frame, { maxLength: 20 }),
        fc.infiniteStream(fc.integer({ min: 1, max: 9000 })),
        (sent, cuts) => {
          const { frames, delivered, listen } = startLooking();
          listen();
          const bytes = Buffer.concat(sent.map(({ first, text, mask }) => frameOf(text, { first, mask })));
          for (let at = 0; at < bytes.length; ) {
            const end = at + (cuts.next().value ?? 1);
            frames.take(bytes.subarray(at, end));
            at = end;
          }
          const urgent = sent.filter(
            ({ first, text }) => first === 0x81 && isUrgent(Buffer.from(text)) && text.length <= 200,
          );
          expect(delivered).toEqual(urgent.map(({ text }) => text).slice(0, 64));
        },
      ),
      { numRuns: 40 },
    );
  });

  it('never throws for bytes that are no frames', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 100 }), { maxLength: 20 }), (chunks) => {
        const { frames, listen } = startLooking();
        listen();
        for (const chunk of chunks) frames.take(Buffer.from(chunk));
      }),
    );
  });

  it('leaves messages from before the first listener to the parser, and keeps its place in the frames', () => {
    const { frames, delivered, listen, isReadingAhead } = startLooking();
    frames.take(frameOf('stop 1'));
    expect(isReadingAhead()).toBe(false);
    listen();
    expect(isReadingAhead()).toBe(true);
    frames.take(frameOf('stop 2'));
    expect(delivered).toEqual(['stop 2']);
  });

  it('remembers a delivered message until the parser has it, once', () => {
    const { frames, listen } = startLooking();
    listen();
    frames.take(Buffer.concat([frameOf('a'), frameOf('stop')]));
    expect(['a', 'stop', 'stop'].map((text) => frames.wasDelivered(Buffer.from(text)))).toEqual([false, true, false]);
  });
});
