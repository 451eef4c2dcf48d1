import { Adapter, type OutputImage } from './adapter.ts';
import { FrameAnswerer, type Peer } from './answer-frame.ts';
import { readReply, services, writeRequest } from './cip/message.ts';
import { type CIPPath, writePath } from './cip/path.ts';
import { connectionTypes, type ForwardOpen, writeForwardOpen } from './connections/forward-open.ts';
import { ByteReader, ByteWriter, noBytes } from './wire/bytes.ts';
import { itemTypes, nullAddress, readItems, writeIOPacket, writeItems } from './wire/cpf.ts';
import { encapsulationCommands, type Frame } from './wire/encapsulation.ts';

export const device = {
  ...{ vendorID: 1234, deviceType: 12, productCode: 7, majorRevision: 1, minorRevision: 2 },
  ...{ serialNumber: 0x0102_0304, productName: 'Test cell' },
};
export const network = { host: '127.0.0.2', hostName: 'cell', mac: [2, 0, 0, 0, 0, 1], speedMbps: 1000 };

/** An adapter on a clock that the test moves, and what it reported. */
export function createBench() {
  const clock = { at: 1000, now: () => clock.at };
  const images: OutputImage[] = [];
  const losses: number[] = [];
  const changes: string[] = [];
  const inputs = { data: new Uint8Array(32) };
  const others = { isTaken: false };
  const adapter = new Adapter({
    ...{ device, network, clock },
    readInputs: () => inputs.data,
    isTaken: () => others.isTaken,
    events: {
      onOutputs: (image) => void images.push(image),
      onOwnerLost: ({ serial }) => void losses.push(serial),
      onConnection: ({ kind }, change) => void changes.push(`${kind} ${change}`),
    },
  });
  const answerer = new FrameAnswerer(adapter, { explicit: 44_818, cyclic: 2222 });
  return { clock, images, losses, changes, inputs, others, adapter, answerer, ...createRequests(adapter) };
}

function createRequests(adapter: Adapter) {
  const ask = (service: number, path: CIPPath, data: Uint8Array = noBytes, peer = '10.0.0.9') => {
    const answer = adapter.answer(writeRequest(service, writePath(path), data), { session: 1, peer });
    const read = answer && readReply(answer);
    if (!read) throw new Error('the adapter did not answer');
    return read;
  };
  const manager = { classID: 6, instanceID: 1, connectionPoints: [] };
  const open = (change: Partial<ForwardOpen> = {}) => {
    const message = writeForwardOpen(createOpen(change));
    const read = ask(change.isLarge ? services.largeForwardOpen : services.forwardOpen, manager, message);
    const reader = new ByteReader(read.data);
    return { ...read, consumedID: reader.u32(), producedID: reader.u32() };
  };
  const send = (connectionID: number, sequence: number, commands: readonly number[], parts: Partial<IOParts> = {}) => {
    const { isRun = true, dataSequence = sequence & 0xffff, size = 32, peer = '10.0.0.9' } = parts;
    const data = new ByteWriter()
      .u32(isRun ? 1 : 0)
      .raw(commands)
      .raw(new Uint8Array(size - commands.length));
    adapter.receive(writeIOPacket({ connectionID, sequence, dataSequence, data: data.finish() }), peer);
  };
  return { ask, open, send, manager };
}

interface IOParts {
  readonly isRun: boolean;
  readonly dataSequence: number;
  readonly size: number;
  readonly peer: string;
}

const direction = (rpiUS: number, size: number) => ({
  ...{ rpiUS, size, type: connectionTypes.pointToPoint, priority: 2 },
  ...{ isVariable: false, isRedundant: false },
});

export const ownerPath: CIPPath = { classID: 4, instanceID: 151, connectionPoints: [150, 100] };

/** A forward open as an exclusive owner sends it: 20 ms, time-out 80 ms. */
export function createOpen(change: Partial<ForwardOpen> = {}): ForwardOpen & { path: CIPPath } {
  const { path = ownerPath, ...rest } = change;
  return {
    ...{ isLarge: false, priorityTick: 10, ticks: 5, consumedID: 0, producedID: 0x77 },
    ...{ serial: 1, vendorID: 9, originatorSerial: 99, multiplierCode: 0 },
    ...{ consumed: direction(20_000, 38), produced: direction(20_000, 34), transport: 1 },
    ...rest,
    path,
  };
}

export const cyclic = direction;

export function frame(command: number, data: Uint8Array = noBytes, session = 0): Frame {
  return { command, session, status: 0, context: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8), options: 0, data };
}

export function rrData(message: Uint8Array, session: number): Frame {
  const items = writeItems([nullAddress, { type: itemTypes.unconnectedData, data: message }]);
  return frame(encapsulationCommands.sendRRData, new ByteWriter().u32(0).u16(5).raw(items).finish(), session);
}

/** Returns the CIP reply in the answer to `rrData`. */
export function replyIn(answer: Frame | undefined) {
  const item = readItems(answer?.data.slice(6) ?? noBytes)?.find(({ type }) => type === itemTypes.unconnectedData);
  return item && readReply(item.data);
}

export const createPeer = (isDatagram = false): Peer => ({ host: '10.0.0.9', isDatagram, session: 0 });
