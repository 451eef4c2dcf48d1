import { VirtualClock } from '@cellwright/testkit';
import { describe, expect, it } from 'vitest';
import type { ModbusRequestOptions, ModbusResult, ModbusTransport } from './modbus.ts';
import { RegisterScanner } from './register-scanner.ts';
import type { CyclicRegisters } from './scanner.ts';

const scan = {
  ...{ inputs: { instance: 0, size: 4 }, outputs: { instance: 0, size: 2 } },
  ...{ configurationInstance: 0, intervalMS: 10, timeoutIntervals: 4 },
};
const registers: CyclicRegisters = {
  unitID: 1,
  writeFunctions: { registers: 'multiple', coils: 'single' },
  outputOffset: 100,
  inputTable: 'inputRegister',
  inputOffset: 200,
};
const unused = () => {
  throw new Error('only registers are read and written');
};

/** A scanner of a device in memory, which answers after a time. */
function open() {
  const clock = new VirtualClock();
  const device = {
    answerMS: 1,
    words: [0x0201, 0x0403],
    written: [] as { at: number; words: readonly number[] }[],
    open: 0,
    overlaps: 0,
  };
  const answer = async <T>(value: T): Promise<ModbusResult<T>> => {
    if (device.open > 0) device.overlaps += 1;
    device.open += 1;
    await clock.sleep(device.answerMS);
    device.open -= 1;
    return { ok: true, value };
  };
  const write = async (offset: number, words: readonly number[], { signal }: ModbusRequestOptions = {}) => {
    expect(offset).toBe(100);
    // Sent a moment later, as over a connection that is busy.
    await clock.sleep(0);
    if (signal?.aborted)
      return { ok: false, failure: { kind: 'aborted', wasSent: false, message: 'It was cancelled' } } as const;
    device.written.push({ at: clock.now(), words });
    return answer(undefined);
  };
  const modbus: ModbusTransport = {
    readInputRegisters: (offset, count) => answer(device.words.slice(offset - 200, offset - 200 + count)),
    ...{ readHoldingRegisters: unused, readCoils: unused, readDiscreteInputs: unused, writeCoil: unused },
    writeRegisters: write,
    close: async () => undefined,
  };
  const target = { host: 'machine', port: 502, connectTimeoutMS: 1000, scan, registers };
  const scanner = new RegisterScanner(target, registers, { clock, openModbus: () => modbus });
  const values = () => device.written.map(({ words }) => words[0]);
  return { clock, device, scanner, values };
}

describe('The scanner of registers', () => {
  it('reads at every interval, low byte first, and writes nothing before it has outputs', async () => {
    const { clock, device, scanner, values } = open();
    await clock.advance(5);
    expect(scanner.inputs()).toEqual(Uint8Array.of(1, 2, 3, 4));
    device.words = [0x0201, 0xff00];
    await clock.advance(12);
    expect(scanner.inputs()).toEqual(Uint8Array.of(1, 2, 0, 0xff));
    expect(values()).toEqual([]);
  });

  it('writes changed outputs at once, and again at every interval', async () => {
    const { clock, device, scanner } = open();
    await clock.advance(35);
    scanner.setOutputs(Uint8Array.of(0x34, 0x12));
    await clock.advance(100);
    expect(device.written[0]).toEqual({ at: 35, words: [0x1234] });
    const gaps = device.written.slice(1).map(({ at }, index) => at - (device.written[index]?.at ?? 0));
    expect(Math.max(...gaps)).toBeLessThanOrEqual(scan.intervalMS + 2);
  });

  it('drops a write that was not sent when the outputs change', async () => {
    const { clock, scanner, values } = open();
    await clock.advance(5);
    scanner.setOutputs(Uint8Array.of(1, 0));
    scanner.setOutputs(Uint8Array.of(0, 0));
    await clock.advance(50);
    expect(new Set(values())).toEqual(new Set([0]));
  });

  it('sends one request at a time, but lets no change of the outputs wait for a late answer', async () => {
    const { clock, device, scanner } = open();
    await clock.advance(5);
    scanner.setOutputs(Uint8Array.of(1, 0));
    await clock.advance(0);
    scanner.setOutputs(Uint8Array.of(2, 0));
    await clock.advance(40);
    expect(device.overlaps).toBe(0);
    device.answerMS = 1000;
    await clock.advance(12);
    const since = clock.now();
    scanner.setOutputs(Uint8Array.of(0, 0));
    await clock.advance(30);
    expect(device.written.at(-1)?.words).toEqual([0]);
    expect((device.written.at(-1)?.at ?? 0) - since).toBeLessThanOrEqual(20);
    expect(device.overlaps).toBe(1);
  });

  it('loses the connection when it was late, and does not write the outputs again', async () => {
    const { clock, device, scanner, values } = open();
    const seen: (Uint8Array | undefined)[] = [];
    scanner.onChange(() => seen.push(scanner.inputs()));
    await clock.advance(5);
    scanner.setOutputs(Uint8Array.of(1, 0));
    await clock.advance(20);
    device.answerMS = 100;
    await clock.advance(12);
    const count = values().length;
    await clock.advance(250);
    device.answerMS = 1;
    await clock.advance(1500);
    expect(values()).toHaveLength(count);
    expect(seen.map((inputs) => inputs !== undefined)).toEqual([true, false, true]);
    scanner.setOutputs(Uint8Array.of(2, 0));
    await clock.advance(20);
    expect(values().slice(count)).toContain(2);
    expect(scanner.problem()).toMatch(/^The device was not written to for \d+ ms\. Choose a longer packet interval$/);
  });

  it('writes the last outputs before it closes', async () => {
    const { clock, scanner, values } = open();
    await clock.advance(5);
    scanner.setOutputs(Uint8Array.of(1, 0));
    await clock.advance(20);
    scanner.setOutputs(Uint8Array.of(0, 0));
    const closed = scanner.close();
    await clock.advance(50);
    await closed;
    expect(values().at(-1)).toBe(0);
  });
});
