import { type CIPReply, extendedStatus, generalStatus, refuse, refuseConnection, reply } from '../cip/message.ts';
import type { DeviceIdentity } from '../objects/device.ts';
import { ByteWriter } from '../wire/bytes.ts';
import { type AdapterLayout, actualInterval, type ConnectionKind, checkOpen } from './check-open.ts';
import { type Connection, firstPacketMS, noCounters } from './connection.ts';
import {
  type ConnectionTriad,
  type ForwardOpen,
  readForwardClose,
  readForwardOpen,
  writeTriad,
} from './forward-open.ts';

/** The client that sent a request. */
export interface Origin {
  readonly session: number;
  /** IPv4 address. */
  readonly peer: string;
  /** Port for cyclic packets, if the request names one. */
  readonly peerPort?: number;
}

export type CloseReason = 'closed' | 'timedOut' | 'sessionEnded' | 'ownerGone' | 'reset';

export interface TableEvents {
  /** Returns true while a client of another protocol owns the device. */
  isTaken(): boolean;
  onOpen(connection: Connection, configuration: Uint8Array | undefined): void;
  onClose(connection: Connection, reason: CloseReason): void;
}

/** Maximum number of connections of class 1, and of explicit ones. */
const limits = { cyclic: 16, explicit: 16 };
const defaultIOPort = 2222;

/** Open connections, and the rules of which may be opened beside which. */
export class ConnectionTable {
  private readonly connections: Connection[] = [];
  private lastID = 0x0002_8001;
  private readonly device: DeviceIdentity;
  private readonly layout: AdapterLayout;
  private readonly events: TableEvents;

  constructor(device: DeviceIdentity, layout: AdapterLayout, events: TableEvents) {
    this.device = device;
    this.layout = layout;
    this.events = events;
  }

  get all(): readonly Connection[] {
    return this.connections;
  }

  get owner(): Connection | undefined {
    return this.connections.find(({ kind }) => kind === 'exclusiveOwner');
  }

  find(consumedID: number): Connection | undefined {
    return this.connections.find((connection) => connection.consumedID === consumedID);
  }

  open(data: Uint8Array, isLarge: boolean, origin: Origin, now: number): CIPReply {
    const open = readForwardOpen(data, isLarge);
    if (!open) return refuse(generalStatus.tooLittleData);
    const check = checkOpen(open, this.device, this.layout);
    if (!check.ok) return withTriad(check.reply, open);
    const conflict = this.findConflict(open, check.kind);
    if (conflict !== undefined) return withTriad(refuseConnection(conflict), open);
    const connection = this.create(open, check.kind, origin, now);
    this.connections.push(connection);
    this.events.onOpen(connection, check.configuration);
    return reply(describeOpen(connection));
  }

  /** Closes a connection for the host that opened it. */
  close(data: Uint8Array, { peer }: Pick<Origin, 'peer'>): CIPReply {
    const close = readForwardClose(data);
    if (!close) return refuse(generalStatus.tooLittleData);
    const connection = this.connections.find((each) => each.peer === peer && isSameTriad(each, close));
    if (!connection) return withTriad(refuseConnection(extendedStatus.notFound), close);
    this.remove(connection, 'closed');
    return reply(writeTriad(new ByteWriter(), close).u8(0).u8(0).finish());
  }

  /** Ends connections whose watchdog has expired. */
  expire(now: number): void {
    for (const connection of [...this.connections]) if (connection.deadline <= now) this.remove(connection, 'timedOut');
  }

  /** Ends the explicit connections of a session; those of class 1 outlive it. */
  endSession(session: number): void {
    const ended = this.connections.filter((each) => each.kind === 'explicit' && each.session === session);
    for (const connection of ended) this.remove(connection, 'sessionEnded');
  }

  closeAll(): void {
    for (const connection of [...this.connections]) this.remove(connection, 'reset');
  }

  private findConflict(open: ForwardOpen, kind: ConnectionKind): number | undefined {
    if (this.connections.some((each) => isSameTriad(each, open))) return extendedStatus.duplicate;
    const isExplicit = kind === 'explicit';
    if (kind === 'exclusiveOwner' && (this.owner || this.events.isTaken())) return extendedStatus.ownership;
    if (kind === 'listenOnly' && !this.hasProducer()) return extendedStatus.noOwner;
    const count = this.connections.filter((each) => (each.kind === 'explicit') === isExplicit).length;
    return count >= (isExplicit ? limits.explicit : limits.cyclic) ? extendedStatus.outOfConnections : undefined;
  }

  private hasProducer(): boolean {
    return this.connections.some(({ kind }) => kind === 'exclusiveOwner' || kind === 'inputOnly');
  }

  private create(
    open: ForwardOpen,
    kind: ConnectionKind,
    { session, peer, peerPort }: Origin,
    now: number,
  ): Connection {
    const consumedUS = kind === 'explicit' ? open.consumed.rpiUS : actualInterval(open.consumed.rpiUS);
    const producedUS = kind === 'explicit' ? open.produced.rpiUS : actualInterval(open.produced.rpiUS);
    const timeoutMS = (open.consumed.rpiUS / 1000) * (4 << open.multiplierCode);
    this.lastID = (this.lastID + 1) >>> 0;
    return {
      ...{ serial: open.serial, vendorID: open.vendorID, originatorSerial: open.originatorSerial },
      ...{ kind, peer, peerPort: peerPort ?? defaultIOPort, session, timeoutMS, openedAt: now },
      consumedID: this.lastID,
      producedID: open.producedID,
      consumedMS: consumedUS / 1000,
      producedMS: producedUS / 1000,
      consumedSize: open.consumed.size,
      counters: noCounters(),
      deadline: now + Math.max(firstPacketMS, timeoutMS),
      nextSend: kind === 'explicit' ? Number.POSITIVE_INFINITY : now,
      ...{ sendSequence: 0, dataSequence: 0, lastSequence: undefined, lastDataSequence: undefined, isRun: false },
    };
  }

  private remove(connection: Connection, reason: CloseReason): void {
    const index = this.connections.indexOf(connection);
    if (index < 0) return;
    this.connections.splice(index, 1);
    this.events.onClose(connection, reason);
    if (this.hasProducer()) return;
    const listeners = this.connections.filter(({ kind }) => kind === 'listenOnly');
    for (const listener of listeners) this.remove(listener, 'ownerGone');
  }
}

function isSameTriad(a: ConnectionTriad, b: ConnectionTriad): boolean {
  return a.serial === b.serial && a.vendorID === b.vendorID && a.originatorSerial === b.originatorSerial;
}

/** Adds the triad of the request to a refusal, as originators expect. */
function withTriad(refusal: CIPReply, triad: ConnectionTriad): CIPReply {
  return { ...refusal, data: writeTriad(new ByteWriter(), triad).u8(0).u8(0).finish() };
}

function describeOpen(connection: Connection): Uint8Array {
  const writer = new ByteWriter().u32(connection.consumedID).u32(connection.producedID);
  writeTriad(writer, connection)
    .u32(connection.consumedMS * 1000)
    .u32(connection.producedMS * 1000);
  return writer.u8(0).u8(0).finish();
}
