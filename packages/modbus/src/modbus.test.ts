import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { answerRequest } from './answer-request.ts';
import { FrameSplitter, writeAnswer } from './frames.ts';
import type { RegisterBank } from './register-bank.ts';

const size = 200;
let registers: number[];
let coils: boolean[];
let writeCount: number;
let bank: RegisterBank;
const isInside = (offset: number, count: number) => offset + count <= size;

beforeEach(() => {
  registers = Array.from({ length: size }, (_, index) => 0x100 + index);
  coils = Array.from({ length: size }, (_, index) => index % 3 === 0);
  writeCount = 0;
  bank = {
    read: (offset, count) => (isInside(offset, count) ? registers.slice(offset, offset + count) : 'illegalAddress'),
    write(offset, values) {
      if (!isInside(offset, values.length)) return 'illegalAddress';
      writeCount += 1;
      registers.splice(offset, values.length, ...values);
      return undefined;
    },
    readBits: (offset, count) => (isInside(offset, count) ? coils.slice(offset, offset + count) : 'illegalAddress'),
    writeCoils(offset, values) {
      if (!isInside(offset, values.length)) return 'illegalAddress';
      writeCount += 1;
      coils.splice(offset, values.length, ...values);
      return undefined;
    },
  };
});

const ask = (...request: number[]) => [...answerRequest(Uint8Array.from(request), bank)];

describe('answerRequest', () => {
  it.each([
    ['coils', [1, 0, 0, 0, 10], [1, 2, 0b0100_1001, 0b10]],
    ['discrete inputs', [2, 0, 3, 0, 1], [2, 1, 1]],
    ['holding registers', [3, 0, 2, 0, 2], [3, 4, 1, 2, 1, 3]],
    ['input registers', [4, 0, 0, 0, 1], [4, 2, 1, 0]],
  ])('reads %s', (_, request, answer) => {
    expect(ask(...request)).toEqual(answer);
  });

  it('writes one coil, one register and several of each, and repeats the request', () => {
    expect(ask(5, 0, 1, 0xff, 0)).toEqual([5, 0, 1, 0xff, 0]);
    expect(ask(6, 0, 1, 0x12, 0x34)).toEqual([6, 0, 1, 0x12, 0x34]);
    expect(ask(15, 0, 2, 0, 9, 2, 0b1000_0000, 1)).toEqual([15, 0, 2, 0, 9]);
    expect(ask(16, 0, 2, 0, 2, 4, 0, 7, 0, 8)).toEqual([16, 0, 2, 0, 2]);
    expect(coils.slice(0, 11)).toEqual([true, true, ...Array(7).fill(false), true, true]);
    expect(registers.slice(1, 4)).toEqual([0x1234, 7, 8]);
  });

  it('writes and reads in one request, the write first', () => {
    expect(ask(23, 0, 0, 0, 2, 0, 1, 0, 1, 2, 0, 9)).toEqual([23, 4, 1, 0, 0, 9]);
  });

  it.each([
    ['an unknown function', [43, 14, 1, 0], 1],
    ['no function', [], 1],
    ['a count of zero', [3, 0, 0, 0, 0], 3],
    ['too many registers', [3, 0, 0, 0, 126], 3],
    ['too many coils', [1, 0, 0, 7, 0xd1], 3],
    ['a short request', [4, 0, 0], 3],
    ['a long request', [4, 0, 0, 0, 1, 0], 3],
    ['a coil that is neither on nor off', [5, 0, 0, 1, 0], 3],
    ['coils without their bytes', [15, 0, 0, 0, 9, 1, 0], 3],
    ['registers without their bytes', [16, 0, 0, 0, 2, 4, 0, 1], 3],
    ['another count of bytes', [16, 0, 0, 0, 1, 3, 0, 1], 3],
    ['an address that is missing', [3, 0, 199, 0, 2], 2],
    ['a write across the end', [16, 0, 199, 0, 2, 4, 0, 1, 0, 1], 2],
    ['an exchange that reads what is missing', [23, 0, 199, 0, 2, 0, 1, 0, 1, 2, 0, 9], 2],
    ['an exchange that reads nothing', [23, 0, 0, 0, 0, 0, 1, 0, 1, 2, 0, 9], 3],
  ])('refuses %s, and writes nothing', (_, request, code) => {
    const [functionCode, exception] = ask(...request);
    expect([functionCode, exception]).toEqual([(request[0] ?? 0) | 0x80, code]);
    expect(writeCount).toBe(0);
  });

  it('refuses coils of a device without them', () => {
    bank = { read: bank.read, write: bank.write };
    for (const functionCode of [1, 2, 5, 15]) expect(ask(functionCode, 0, 0, 0, 1)).toEqual([functionCode | 0x80, 1]);
  });

  it('answers any request with its function code in at most 253 bytes', () => {
    const functionCode = fc.oneof(fc.constantFrom(1, 2, 3, 4, 5, 6, 15, 16, 23), fc.nat(255));
    fc.assert(
      fc.property(functionCode, fc.uint8Array({ maxLength: 252 }), (first, rest) => {
        const answer = ask(first, ...rest);
        expect([first, first | 0x80]).toContain(answer[0]);
        expect(answer.length).toBeLessThanOrEqual(253);
        expect([registers.length, coils.length]).toEqual([size, size]);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('FrameSplitter', () => {
  const frame = { transaction: 0x0102, unitID: 17, request: Uint8Array.of(3, 0, 0, 0, 1) };
  const bytes = writeAnswer(frame, frame.request);

  it('finds the same requests however the bytes are split', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(40), { maxLength: 8 }), (cuts) => {
        const all = Uint8Array.of(...bytes, ...bytes, ...bytes);
        const splitter = new FrameSplitter();
        const places = [0, ...cuts.map((cut) => Math.min(cut, all.length)).sort((a, b) => a - b), all.length];
        const found = places.flatMap((start, index) => splitter.push(all.slice(start, places[index + 1])).frames);
        expect(found).toEqual([frame, frame, frame]);
      }),
    );
  });

  it.each([
    ['another protocol', 3, 1],
    ['a length of one', 5, 1],
    ['a length beyond the protocol', 4, 1],
  ])('reports %s', (_, index, value) => {
    expect(new FrameSplitter().push(bytes.with(index, value)).isBroken).toBe(true);
  });

  it('holds less than one request', () => {
    const splitter = new FrameSplitter();
    const { frames, isBroken } = splitter.push(bytes.slice(0, -1));
    expect([frames, isBroken]).toEqual([[], false]);
    expect(splitter.push(bytes.slice(-1)).frames).toEqual([frame]);
  });
});
