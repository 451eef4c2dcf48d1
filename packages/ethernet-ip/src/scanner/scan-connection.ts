import { generalStatus, readReply, services, writeRequest } from '../cip/message.ts';
import { type CIPPath, writePath } from '../cip/path.ts';
import { firstPacketMS, sequenceGap } from '../connections/connection.ts';
import {
  connectionTypes,
  type Direction,
  readTriad,
  writeForwardClose,
  writeForwardOpen,
} from '../connections/forward-open.ts';
import { OwnLag } from '../connections/own-lag.ts';
import { classIDs } from '../objects/device.ts';
import { ByteReader, ByteWriter, isSameBytes, noBytes } from '../wire/bytes.ts';
import {
  type Item,
  itemTypes,
  nullAddress,
  readIOPacket,
  readItems,
  readSocketAddress,
  writeIOPacket,
  writeItems,
  writeSocketAddress,
} from '../wire/cpf.ts';
import { encapsulationCommands, encapsulationStatus, type Frame, writeFrame } from '../wire/encapsulation.ts';
import { explainRefusal } from './refusals.ts';

/** Assembly of a device: its instance, and its size in bytes. */
export interface ScannedAssembly {
  readonly instance: number;
  readonly size: number;
}

export interface ScanTarget {
  /** From the device. */
  readonly inputs: ScannedAssembly;
  /** To the device. */
  readonly outputs: ScannedAssembly;
  readonly configurationInstance: number;
  /** Requested packet interval of both directions, ms. */
  readonly intervalMS: number;
  /** Each side ends the connection after this many intervals without a packet: 4, 8, … 512. */
  readonly timeoutIntervals: number;
}

/** Identifies this scanner, and the connection among its connections. */
export interface ScanOrigin {
  readonly vendorID: number;
  readonly serialNumber: number;
  readonly connectionSerial: number;
  /** UDP port on which it takes inputs. */
  readonly port: number;
}

export interface ScanEvents {
  onOpen(): void;
  /** New inputs of the device. */
  onInputs(data: Uint8Array): void;
  /** The connection has ended, other than by `close`. Called once. */
  onEnd(reason: string): void;
}

export interface ScanDeps {
  readonly target: ScanTarget;
  readonly origin: ScanOrigin;
  /** Monotonic time, ms. */
  readonly clock: { now(): number };
  readonly events: ScanEvents;
}

/** Datagram to the device. */
export interface ScanPacket {
  readonly port: number;
  readonly bytes: Uint8Array;
}

export interface ScanCounters {
  received: number;
  sent: number;
  /** Numbers missing between packets that arrived. */
  lost: number;
}

interface OpenConnection {
  /** Ids of both directions. */
  readonly outputsID: number;
  readonly inputsID: number;
  readonly outputsMS: number;
  readonly timeoutMS: number;
  /** UDP port of the device. */
  readonly port: number;
}

const usualIOPort = 2222;
const runHeader = { run: 1, idle: 0 } as const;
const silent = 'The device no longer sends EtherNet/IP packets. Check its power and network';
const unreadable = 'The device gives an EtherNet/IP answer that cannot be read';
const managerPath = writePath({ classID: classIDs.connectionManager, instanceID: 1, connectionPoints: [] });

/**
 * Owner's connection to a device: opens it, sends outputs in its interval, and takes inputs. It has no sockets and no
 * timers: the owner passes frames and packets in, and calls `tick` at `nextDue`. One object is one attempt.
 */
export class ScanConnection {
  readonly counters: ScanCounters = { received: 0, sent: 0, lost: 0 };
  private readonly deps: ScanDeps;
  private session = 0;
  private opened: OpenConnection | undefined;
  private isEnded = false;
  private outputs: Uint8Array;
  private isRun = false;
  /** True while the device has not been sent the outputs. */
  private isChanged = false;
  private sent: Uint8Array | undefined;
  private sequence = 0;
  private dataSequence = 0;
  private nextSend = 0;
  private deadline = 0;
  private readonly lag = new OwnLag();
  private lastSequence: number | undefined;
  private inputs: Uint8Array | undefined;

  constructor(deps: ScanDeps) {
    this.deps = deps;
    this.outputs = new Uint8Array(deps.target.outputs.size);
  }

  get isOpen(): boolean {
    return this.opened !== undefined && !this.isEnded;
  }

  /** Returns the first frame for a new TCP connection. */
  begin(): Uint8Array {
    return frameOf(encapsulationCommands.registerSession, 0, new ByteWriter().u16(1).u16(0).finish());
  }

  /**
   * Sets the data for the device; changed ones are due at once. While `isRun` is false, the device ignores them.
   * @throws RangeError for another size
   */
  setOutputs(data: Uint8Array, isRun: boolean): void {
    const { size } = this.deps.target.outputs;
    if (data.length !== size) throw new RangeError(`Outputs have ${size} bytes, not ${data.length}`);
    if (isRun === this.isRun && isSameBytes(this.outputs, data)) return;
    this.outputs = data.slice();
    this.isRun = isRun;
    this.isChanged = true;
  }

  /** Takes a frame of the device. Returns the next one to write. */
  answer(frame: Frame): Uint8Array | undefined {
    const { registerSession, sendRRData } = encapsulationCommands;
    if (this.isEnded) return undefined;
    if (frame.command === registerSession) {
      if (frame.status !== encapsulationStatus.ok) return this.end(unreadable);
      this.session = frame.session;
      return this.requestOpen();
    }
    return frame.command === sendRRData && !this.opened ? this.readOpened(frame) : undefined;
  }

  /** Takes a datagram from the device. Packets of other connections are ignored. */
  receive(bytes: Uint8Array): void {
    const packet = readIOPacket(bytes);
    const { opened, deps, lastSequence } = this;
    if (!opened || this.isEnded || packet?.connectionID !== opened.inputsID) return;
    if (packet.data.length !== deps.target.inputs.size) return;
    const gap = lastSequence === undefined ? 1 : sequenceGap(lastSequence, packet.sequence);
    if (gap <= 0) return;
    this.counters.received += 1;
    this.counters.lost += gap - 1;
    this.lastSequence = packet.sequence;
    this.deadline = deps.clock.now() + opened.timeoutMS;
    // Some devices number every packet as new data.
    if (this.inputs && isSameBytes(this.inputs, packet.data)) return;
    this.inputs = packet.data;
    deps.events.onInputs(packet.data);
  }

  /** Ends a connection that timed out. Returns the packet that is due. */
  tick(): ScanPacket | undefined {
    const { opened } = this;
    const now = this.deps.clock.now();
    if (!opened || this.isEnded) return undefined;
    this.deadline += this.lag.take(now);
    if (now >= this.deadline) return this.end(silent);
    return this.isChanged || now >= this.nextSend ? this.produce(opened, now) : undefined;
  }

  /** Time of the next packet or time-out; infinite without an open connection. */
  nextDue(): number {
    if (!this.isOpen) return Number.POSITIVE_INFINITY;
    return this.lag.announce(this.isChanged ? this.deps.clock.now() : Math.min(this.nextSend, this.deadline));
  }

  /** Ends the connection without an event. Returns the frames to write before the TCP connection is closed. */
  close(): readonly Uint8Array[] {
    if (this.isEnded) return [];
    this.isEnded = true;
    if (this.session === 0) return [];
    const leave = frameOf(encapsulationCommands.unregisterSession, this.session, noBytes);
    if (!this.opened) return [leave];
    const close = writeForwardClose({ ...this.triad, path: this.path });
    return [this.request(services.forwardClose, close), leave];
  }

  private end(reason: string): undefined {
    if (this.isEnded) return;
    this.isEnded = true;
    this.deps.events.onEnd(reason);
  }

  private get path(): CIPPath {
    const { configurationInstance, outputs, inputs } = this.deps.target;
    return {
      classID: classIDs.assembly,
      instanceID: configurationInstance,
      connectionPoints: [outputs.instance, inputs.instance],
    };
  }

  private get triad() {
    const { connectionSerial, vendorID, serialNumber } = this.deps.origin;
    return { serial: connectionSerial, vendorID, originatorSerial: serialNumber };
  }

  private requestOpen(): Uint8Array {
    const { target, origin } = this.deps;
    const multiplierCode = Math.log2(target.timeoutIntervals / 4);
    const open = writeForwardOpen({
      ...{ isLarge: false, priorityTick: 7, ticks: 249, consumedID: 0 },
      ...{ producedID: idOf(origin), ...this.triad, multiplierCode },
      // Sequence number and run/idle header go with the outputs, the sequence number with the inputs.
      consumed: directionOf(target.intervalMS, target.outputs.size + 6),
      produced: directionOf(target.intervalMS, target.inputs.size + 2),
      transport: 0x01,
      path: this.path,
    });
    const address = writeSocketAddress({ host: '0.0.0.0', port: origin.port });
    return this.request(services.forwardOpen, open, { type: itemTypes.socketTargetToOriginator, data: address });
  }

  private request(service: number, data: Uint8Array, ...more: readonly Item[]): Uint8Array {
    const message = writeRequest(service, managerPath, data);
    const items = writeItems([nullAddress, { type: itemTypes.unconnectedData, data: message }, ...more]);
    return frameOf(encapsulationCommands.sendRRData, this.session, new ByteWriter().u32(0).u16(5).raw(items).finish());
  }

  private readOpened(frame: Frame): undefined {
    const items = readItems(frame.data.slice(6)) ?? [];
    const content = items.find(({ type }) => type === itemTypes.unconnectedData);
    const reply = content && readReply(content.data);
    if (reply?.service !== (services.forwardOpen | 0x80)) return this.end(unreadable);
    if (reply.status !== generalStatus.ok) return this.end(explainRefusal(reply));
    const reader = new ByteReader(reply.data);
    const [outputsID, inputsID] = [reader.u32(), reader.u32()];
    readTriad(reader);
    const [outputsUS, inputsUS] = [reader.u32(), reader.u32()];
    if (reader.isShort) return this.end(unreadable);
    const socket = items.find(({ type }) => type === itemTypes.socketOriginatorToTarget);
    const port = (socket && readSocketAddress(socket.data)?.port) || usualIOPort;
    const { target, clock, events } = this.deps;
    const timeoutMS = (inputsUS / 1000) * target.timeoutIntervals;
    // A device that names no interval keeps to the requested one.
    const outputsMS = outputsUS > 0 ? outputsUS / 1000 : target.intervalMS;
    this.opened = { outputsID, inputsID, outputsMS, timeoutMS, port };
    this.nextSend = clock.now();
    this.deadline = clock.now() + Math.max(firstPacketMS, timeoutMS);
    events.onOpen();
  }

  private produce({ outputsID: connectionID, outputsMS, port }: OpenConnection, now: number): ScanPacket {
    const header = new ByteWriter().u32(this.isRun ? runHeader.run : runHeader.idle);
    const data = header.raw(this.outputs).finish();
    if (!this.sent || !isSameBytes(this.sent, data)) this.dataSequence = (this.dataSequence + 1) & 0xffff;
    this.sent = data;
    this.sequence = (this.sequence + 1) >>> 0;
    this.counters.sent += 1;
    this.isChanged = false;
    // Keeps to the grid of the interval, and skips what was missed while the process was busy.
    if (now >= this.nextSend) this.nextSend += (Math.floor((now - this.nextSend) / outputsMS) + 1) * outputsMS;
    const { sequence, dataSequence } = this;
    return { port, bytes: writeIOPacket({ connectionID, sequence, dataSequence, data }) };
  }
}

/** Id of the inputs' direction, which this side chooses: different for each connection of this scanner. */
const idOf = ({ serialNumber, connectionSerial }: ScanOrigin) =>
  (((serialNumber & 0x7fff) << 16) | (connectionSerial & 0xffff)) >>> 0;

const directionOf = (intervalMS: number, size: number): Direction => ({
  ...{ rpiUS: intervalMS * 1000, size, type: connectionTypes.pointToPoint, priority: 2 },
  ...{ isVariable: false, isRedundant: false },
});

function frameOf(command: number, session: number, data: Uint8Array): Uint8Array {
  return writeFrame({ command, session, status: 0, context: new Uint8Array(8), options: 0, data });
}
