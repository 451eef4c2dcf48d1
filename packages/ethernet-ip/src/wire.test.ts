import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readReply, readRequest, writeReply, writeRequest } from './cip/message.ts';
import { readPath, writePath } from './cip/path.ts';
import { readForwardOpen, writeForwardOpen } from './connections/forward-open.ts';
import { createOpen } from './testing.fixture.ts';
import {
  readIOPacket,
  readItems,
  readSocketAddress,
  writeIOPacket,
  writeItems,
  writeSocketAddress,
} from './wire/cpf.ts';
import { FrameSplitter, maxFrameData, readFrame, writeFrame } from './wire/encapsulation.ts';

const u8 = fc.integer({ min: 0, max: 0xff });
const u16 = fc.integer({ min: 0, max: 0xffff });
const u32 = fc.integer({ min: 0, max: 0xffff_ffff });
const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
const frames = fc.record({
  ...{ command: u16, session: u32, status: u32, options: u32, data: bytes(200) },
  context: fc.uint8Array({ minLength: 8, maxLength: 8 }),
});
const key = fc.record({
  ...{ vendorID: u16, deviceType: u16, productCode: u16, minorRevision: u8 },
  ...{ majorRevision: fc.integer({ min: 0, max: 127 }), isCompatible: fc.boolean() },
});
const paths = fc.record(
  {
    ...{ key, classID: u32, instanceID: u32, attributeID: u16, connectionPoints: fc.array(u16, { maxLength: 3 }) },
    configuration: bytes(100).filter(({ length }) => length % 2 === 0),
  },
  { requiredKeys: ['connectionPoints'] },
);
const directions = (maxSize: number) =>
  fc.record({
    ...{ rpiUS: u32, size: fc.integer({ min: 0, max: maxSize }), type: fc.integer({ min: 0, max: 3 }) },
    ...{ priority: fc.integer({ min: 0, max: 3 }), isVariable: fc.boolean(), isRedundant: fc.boolean() },
  });

describe('encapsulation', () => {
  it('returns each frame that it wrote', () => {
    fc.assert(fc.property(frames, (frame) => void expect(readFrame(writeFrame(frame))).toEqual(frame)));
  });

  it('finds the frames of a stream wherever it is cut', () => {
    fc.assert(
      fc.property(fc.array(frames, { maxLength: 4 }), fc.array(fc.nat(300), { maxLength: 8 }), (sent, cuts) => {
        const stream = Uint8Array.from(sent.flatMap((frame) => [...writeFrame(frame)]));
        const places = [0, ...cuts.map((cut) => Math.min(cut, stream.length)).sort((a, b) => a - b), stream.length];
        const splitter = new FrameSplitter();
        const found = places.flatMap(
          (place, index) => splitter.push(stream.slice(places[index - 1] ?? 0, place)).frames,
        );
        expect(found).toEqual(sent);
      }),
    );
  });

  it('refuses a frame beyond the maximum before its data arrive', () => {
    const frame = { command: 0x6f, session: 1, status: 0, context: new Uint8Array(8), options: 0 };
    const long = writeFrame({ ...frame, data: new Uint8Array(maxFrameData + 1) });
    expect(new FrameSplitter().push(long.slice(0, 24))).toEqual({ frames: [], isBroken: true });
  });
});

describe('common packet format', () => {
  it('returns the items that it wrote, and refuses them when a byte is missing or too many', () => {
    const items = fc.array(fc.record({ type: u16, data: bytes(60) }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(items, (list) => {
        const written = writeItems(list);
        expect(readItems(written)).toEqual(list);
        expect(readItems(written.slice(0, -1))).toBeUndefined();
        expect(readItems(Uint8Array.of(...written, 0))).toBeUndefined();
      }),
    );
  });

  it('returns the cyclic packets that it wrote', () => {
    const packets = fc.record({ connectionID: u32, sequence: u32, dataSequence: u16, data: bytes(60) });
    fc.assert(fc.property(packets, (packet) => void expect(readIOPacket(writeIOPacket(packet))).toEqual(packet)));
  });

  it('writes a cyclic packet as measured on the wire', () => {
    const packet = { connectionID: 0x0a0b_0c0d, sequence: 5, dataSequence: 3, data: Uint8Array.of(1, 0, 0, 0, 9) };
    const expected = '02 00 02 80 08 00 0d 0c 0b 0a 05 00 00 00 b1 00 07 00 03 00 01 00 00 00 09';
    expect([...writeIOPacket(packet)].map((byte) => byte.toString(16).padStart(2, '0')).join(' ')).toBe(expected);
  });

  it('writes socket addresses big-endian', () => {
    const address = { host: '192.168.1.20', port: 2222 };
    expect([...writeSocketAddress(address)].slice(0, 8)).toEqual([0, 2, 8, 174, 192, 168, 1, 20]);
    expect(readSocketAddress(writeSocketAddress(address))).toEqual(address);
  });
});

describe('CIP path', () => {
  it('returns each path that it wrote', () => {
    fc.assert(fc.property(paths, (path) => void expect(readPath(writePath(path))).toEqual(path)));
  });

  it('reads the path of a scanner to the assemblies', () => {
    const bytes = [0x34, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0x20, 4, 0x24, 0x97, 0x2c, 0x96, 0x2c, 0x64];
    expect(readPath(Uint8Array.from(bytes))).toMatchObject({
      ...{ classID: 4, instanceID: 151, connectionPoints: [150, 100] },
      key: { vendorID: 0, deviceType: 0 },
    });
  });

  it.each([[[0x91, 1, 65, 0]], [[0x34, 5, 0, 0]], [[0x20]], [[0x21, 0, 1]], [[0x80, 3, 0, 0]]])(
    'refuses the segments %j',
    (segments) => {
      expect(readPath(Uint8Array.from(segments))).toBeUndefined();
    },
  );
});

describe('CIP message', () => {
  it('returns requests and replies that it wrote', () => {
    const service = fc.integer({ min: 0, max: 0x7f });
    fc.assert(
      fc.property(service, paths, bytes(60), fc.array(u16, { maxLength: 4 }), (code, path, data, extended) => {
        expect(readRequest(writeRequest(code, writePath(path), data))).toEqual({ service: code, path, data });
        const read = readReply(writeReply(code, { status: 1, extended, data }));
        expect(read).toEqual({ service: code | 0x80, status: 1, extended, data });
      }),
    );
  });
});

describe('forward open', () => {
  it.each([
    ['usual', false, 0x1ff],
    ['large', true, 0xffff],
  ])('returns a %s one that it wrote, and refuses it when a byte is missing', (_, isLarge, maxSize) => {
    fc.assert(
      fc.property(
        directions(maxSize),
        directions(maxSize),
        u32,
        u16,
        u8,
        paths,
        (consumed, produced, id, serial, transport, path) => {
          const open = createOpen({ isLarge, consumed, produced, producedID: id, serial, transport, path });
          const written = writeForwardOpen(open);
          expect(readForwardOpen(written, isLarge)).toEqual(open);
          expect(readForwardOpen(written.slice(0, -1), isLarge)).toBeUndefined();
        },
      ),
    );
  });

  it('writes the sizes of both directions as measured on the wire', () => {
    const written = writeForwardOpen(createOpen());
    expect([...written].slice(22, 34)).toEqual([0x20, 0x4e, 0, 0, 0x26, 0x48, 0x20, 0x4e, 0, 0, 0x22, 0x48]);
  });
});
