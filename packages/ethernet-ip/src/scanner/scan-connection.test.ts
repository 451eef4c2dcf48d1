import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Adapter, type OutputImage } from '../adapter.ts';
import { FrameAnswerer, type Peer } from '../answer-frame.ts';
import { device, network } from '../testing.fixture.ts';
import { FrameSplitter, readFrame, writeFrame } from '../wire/encapsulation.ts';
import { ScanConnection, type ScanTarget } from './scan-connection.ts';

const target: ScanTarget = {
  inputs: { instance: 100, size: 32 },
  outputs: { instance: 150, size: 32 },
  configurationInstance: 151,
  intervalMS: 8,
  timeoutIntervals: 4,
};

/** A scanner and an adapter on one clock, whose frames and packets arrive at once unless the wire is cut. */
function connect(change: Partial<ScanTarget> = {}) {
  const clock = { at: 1000, now: () => clock.at };
  const seen = { opened: 0, inputs: [] as number[], ends: [] as string[], outputs: [] as OutputImage[], losses: 0 };
  const image = { inputs: new Uint8Array(32) };
  const wire = { isCut: false };
  const adapter = new Adapter({
    ...{ device, network, clock },
    readInputs: () => image.inputs,
    events: {
      onOutputs: (outputs) => void seen.outputs.push(outputs),
      onOwnerLost: () => void seen.losses++,
      onConnection: () => undefined,
    },
  });
  const scan = new ScanConnection({
    target: { ...target, ...change },
    origin: { vendorID: 65_000, serialNumber: 7, connectionSerial: 1, port: 40_000 },
    clock,
    events: {
      onOpen: () => void seen.opened++,
      onInputs: (data) => void seen.inputs.push(data[0] ?? 0),
      onEnd: (reason) => void seen.ends.push(reason),
    },
  });
  const answerer = new FrameAnswerer(adapter, { explicit: 44_818, cyclic: 2223 });
  const peer: Peer = { host: '10.0.0.9', isDatagram: false, session: 0 };
  const write = (bytes: Uint8Array) => {
    for (const frame of new FrameSplitter().push(bytes).frames) {
      const { frame: answer } = answerer.answer(frame, peer);
      const read = answer && readFrame(writeFrame(answer));
      const next = read && scan.answer(read);
      if (next) write(next);
    }
  };
  const pass = (ms: number) => {
    for (let left = ms; left > 0; left -= 1) {
      clock.at += 1;
      const packet = scan.tick();
      if (packet && !wire.isCut) adapter.receive(packet.bytes, '10.0.0.9');
      for (const { bytes } of adapter.tick()) if (!wire.isCut) scan.receive(bytes);
    }
  };
  /** Announces the next ticks, and passes time in which neither side runs. */
  const wait = (ms: number) => {
    scan.nextDue();
    adapter.nextDue();
    clock.at += ms;
  };
  /** Reads what the device has sent meanwhile. */
  const passHeld = () => {
    for (const { bytes } of adapter.tick()) scan.receive(bytes);
  };
  write(scan.begin());
  return { scan, adapter, seen, image, wire, write, pass, wait, passHeld };
}

describe('a connection of the scanner', () => {
  it('opens as the owner, sends outputs with the run bit, and takes changed inputs', () => {
    const { scan, adapter, seen, image, pass } = connect();
    expect([seen.opened, adapter.table.owner?.kind]).toEqual([1, 'exclusiveOwner']);
    scan.setOutputs(Uint8Array.of(0x21, ...new Uint8Array(31)), true);
    image.inputs = Uint8Array.of(5, ...new Uint8Array(31));
    pass(20);
    expect(seen.outputs).toMatchObject([{ isRun: true, isFirst: true }]);
    expect(adapter.outputImage[0]).toBe(0x21);
    image.inputs = Uint8Array.of(6, ...new Uint8Array(31));
    pass(100);
    expect(seen.inputs).toEqual([5, 6]);
    expect(seen.ends).toEqual([]);
  });

  it('sends to the port that the device names, in the interval that it names', () => {
    const { scan } = connect({ intervalMS: 11 });
    expect(scan.tick()?.port).toBe(2223);
    expect(scan.tick()).toBeUndefined();
    expect(scan.nextDue()).toBe(1000 + 8);
  });

  it('sends changed outputs at once, beside the packets of its interval', () => {
    const { scan, adapter, pass } = connect();
    pass(17);
    const due = scan.nextDue();
    scan.setOutputs(new Uint8Array(32).fill(3), true);
    const packet = scan.tick();
    if (packet) adapter.receive(packet.bytes, '10.0.0.9');
    expect(adapter.outputImage[0]).toBe(3);
    expect(scan.nextDue()).toBe(due);
    scan.setOutputs(new Uint8Array(32).fill(3), true);
    expect(scan.tick()).toBeUndefined();
  });

  it('has the device ignore its outputs while it is idle', () => {
    const { scan, seen, pass } = connect();
    scan.setOutputs(new Uint8Array(32).fill(1), false);
    pass(10);
    expect(seen.outputs.map(({ isRun }) => isRun)).toEqual([false]);
  });

  it('ends once on both sides within four intervals of the last packet', () => {
    const { scan, seen, wire, pass } = connect();
    scan.setOutputs(new Uint8Array(32).fill(1), true);
    pass(40);
    wire.isCut = true;
    pass(23);
    expect([seen.ends, seen.losses]).toEqual([[], 0]);
    pass(20);
    expect([seen.ends, seen.losses]).toEqual([
      ['The device no longer sends EtherNet/IP packets. Check its power and network'],
      1,
    ]);
    expect(scan.tick()).toBeUndefined();
    expect(scan.nextDue()).toBe(Number.POSITIVE_INFINITY);
  });

  it('counts no time in which its own process did not run as silence of the device', () => {
    const { scan, seen, image, wait, pass, passHeld } = connect();
    pass(20);
    wait(60);
    expect(scan.tick()).toBeDefined();
    expect(seen.ends).toEqual([]);
    image.inputs = Uint8Array.of(9, ...new Uint8Array(31));
    passHeld();
    expect(seen.inputs.at(-1)).toBe(9);
  });

  it('ends on the device, too, when it is closed, without an event', () => {
    const { scan, adapter, seen, write } = connect();
    for (const bytes of scan.close()) write(bytes);
    expect(adapter.table.all).toEqual([]);
    expect([seen.ends, seen.losses]).toEqual([[], 0]);
    expect(scan.close()).toEqual([]);
  });

  it.each([
    ['other instances', { inputs: { instance: 101, size: 32 } }, '0x0117'],
    ['another size of outputs', { outputs: { instance: 150, size: 30 } }, '0x0127'],
    ['another size of inputs', { inputs: { instance: 100, size: 16 } }, '0x0128'],
    ['an interval that is too short', { intervalMS: 2 }, '0x0112'],
  ])('ends with the reason if it asks a device for %s', (_what, change, code) => {
    const { seen, scan } = connect(change);
    expect(seen.ends).toHaveLength(1);
    expect(seen.ends[0]).toMatch(new RegExp(`\\(${code}\\): .+\\. \\w+`));
    expect(scan.isOpen).toBe(false);
  });

  it('refuses outputs of another size', () => {
    const { scan } = connect();
    expect(() => scan.setOutputs(new Uint8Array(31), true)).toThrow('Outputs have 32 bytes, not 31');
  });

  it('changes nothing for any datagram or frame of others', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 80 }), (bytes) => {
        const { scan, seen, pass } = connect();
        scan.receive(bytes);
        const frame = readFrame(bytes);
        if (frame) scan.answer(frame);
        pass(30);
        expect([seen.ends, scan.isOpen]).toEqual([[], true]);
      }),
    );
  });
});
