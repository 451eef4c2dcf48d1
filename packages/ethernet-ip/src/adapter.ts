import {
  type CIPReply,
  type CIPRequest,
  generalStatus,
  readRequest,
  refuse,
  services,
  writeReply,
} from './cip/message.ts';
import { type AdapterLayout, usualLayout } from './connections/check-open.ts';
import { type Connection, receivePacket } from './connections/connection.ts';
import { type CloseReason, ConnectionTable, type Origin } from './connections/connection-table.ts';
import { readUnconnectedSend } from './connections/forward-open.ts';
import { OwnLag } from './connections/own-lag.ts';
import {
  type AssemblyInstance,
  classIDs,
  createAssemblyObject,
  createEthernetLinkObject,
  createIdentityObject,
  createQoSObject,
  createTCPIPObject,
  type DeviceIdentity,
  type NetworkIdentity,
} from './objects/device.ts';
import { answerObject, defineClass, type ObjectClass } from './objects/object-table.ts';
import { isSameBytes, noBytes } from './wire/bytes.ts';
import { readIOPacket, writeIOPacket } from './wire/cpf.ts';

/** Data that a scanner sent. */
export interface OutputImage {
  readonly data: Uint8Array;
  /** False while the scanner is idle: its commands do not count. */
  readonly isRun: boolean;
  /** True for the first data of a connection. */
  readonly isFirst: boolean;
  /** True for a message without a connection, which no watchdog covers. */
  readonly isExplicit: boolean;
}

export interface AdapterEvents {
  onOutputs(image: OutputImage): void;
  /** The owner stopped sending. Called once for each loss; not when it closes the connection. */
  onOwnerLost(owner: Connection): void;
  onConnection(connection: Connection, change: 'opened' | CloseReason): void;
}

/** A datagram to send from the port of cyclic packets. */
export interface Outgoing {
  readonly host: string;
  readonly port: number;
  readonly bytes: Uint8Array;
}

export interface AdapterDeps {
  readonly device: DeviceIdentity;
  readonly network: NetworkIdentity;
  readonly layout?: AdapterLayout;
  /** Monotonic time, ms. */
  readonly clock: { now(): number };
  /** Returns the produced assembly. */
  readonly readInputs: () => Uint8Array;
  /** Returns true while a client of another protocol owns the device: no scanner can. Default: never. */
  readonly isTaken?: () => boolean;
  readonly events: AdapterEvents;
}

/** Explicit connections live at least this long without a message, ms. */
const minExplicitTimeoutMS = 10_000;

/**
 * The CIP side of an adapter: its objects and connections. It has no sockets and no timers: the owner passes messages and
 * packets in, and calls `tick` at `nextDue`.
 */
export class Adapter {
  readonly device: DeviceIdentity;
  readonly network: NetworkIdentity;
  readonly layout: AdapterLayout;
  readonly table: ConnectionTable;
  private readonly deps: AdapterDeps;
  private readonly classes: ReadonlyMap<number, ObjectClass>;
  private outputs: Uint8Array;
  private readonly lag = new OwnLag();
  private configuration: Uint8Array;

  constructor(deps: AdapterDeps) {
    this.deps = deps;
    this.device = deps.device;
    this.network = deps.network;
    this.layout = deps.layout ?? usualLayout;
    this.outputs = new Uint8Array(this.layout.consumed.size);
    this.configuration = new Uint8Array(this.layout.configuration.size);
    this.table = new ConnectionTable(deps.device, this.layout, {
      isTaken: () => this.isTaken,
      onOpen: (connection, configuration) => {
        if (configuration) this.configuration = configuration;
        deps.events.onConnection(connection, 'opened');
      },
      onClose: (connection, reason) => this.handleClose(connection, reason),
    });
    this.classes = this.createObjects();
  }

  private get isTaken(): boolean {
    return this.deps.isTaken?.() ?? false;
  }

  /** Data of the consumed assembly as they were last sent. */
  get outputImage(): Uint8Array {
    return this.outputs;
  }

  /** Answers an explicit message; undefined if it cannot be read. */
  answer(message: Uint8Array, origin: Origin): Uint8Array | undefined {
    const request = readRequest(message);
    return request && this.answerRequest(request, origin, true);
  }

  /** Takes a datagram of UDP 2222. Packets of unknown connections and other hosts are ignored. */
  receive(bytes: Uint8Array, peer: string): void {
    const packet = readIOPacket(bytes);
    const connection = packet && this.table.find(packet.connectionID);
    if (!packet || !connection || connection.kind === 'explicit' || connection.peer !== peer) return;
    const received = receivePacket(connection, packet, this.deps.clock.now());
    if (received.kind !== 'data') return;
    const { isRun, data, isFirst } = received;
    this.outputs = data;
    this.deps.events.onOutputs({ data, isRun, isFirst, isExplicit: false });
  }

  /** Ends connections that timed out, and returns the packets that are due. */
  tick(): readonly Outgoing[] {
    const now = this.deps.clock.now();
    const lagMS = this.lag.take(now);
    for (const connection of this.table.all) connection.deadline += lagMS;
    this.table.expire(now);
    return this.table.all.filter(({ nextSend }) => nextSend <= now).map((connection) => this.produce(connection, now));
  }

  /** Time of the next packet or time-out; infinite without a connection. */
  nextDue(): number {
    return this.lag.announce(Math.min(...this.table.all.flatMap(({ nextSend, deadline }) => [nextSend, deadline])));
  }

  endSession(session: number): void {
    this.table.endSession(session);
  }

  /** Restarts the watchdog of an explicit connection, whose messages arrive over TCP. */
  refresh(connection: Connection): void {
    connection.deadline = this.deps.clock.now() + Math.max(connection.timeoutMS, minExplicitTimeoutMS);
    connection.counters.received += 1;
  }

  private readonly sentInputs = new WeakMap<Connection, Uint8Array>();

  private produce(connection: Connection, now: number): Outgoing {
    const data = this.deps.readInputs();
    const before = this.sentInputs.get(connection);
    if (!before || !isSameBytes(before, data)) connection.dataSequence = (connection.dataSequence + 1) & 0xffff;
    this.sentInputs.set(connection, data);
    connection.sendSequence = (connection.sendSequence + 1) >>> 0;
    connection.counters.sent += 1;
    // Keeps to the grid of the interval, and skips what was missed while the process was busy.
    const missedCount = Math.floor((now - connection.nextSend) / connection.producedMS);
    connection.nextSend += (missedCount + 1) * connection.producedMS;
    const { producedID: connectionID, sendSequence: sequence, dataSequence } = connection;
    const bytes = writeIOPacket({ connectionID, sequence, dataSequence, data });
    return { host: connection.peer, port: connection.peerPort, bytes };
  }

  private answerRequest(request: CIPRequest, origin: Origin, mayUnwrap: boolean): Uint8Array {
    const { service, path, data } = request;
    const isManager = path?.classID === classIDs.connectionManager && path.instanceID === 1;
    if (isManager && service === services.unconnectedSend && mayUnwrap) return this.unwrap(data, origin);
    const reply = isManager ? this.manage(service, data, origin) : undefined;
    return writeReply(service, reply ?? answerObject(this.classes, request));
  }

  private unwrap(data: Uint8Array, origin: Origin): Uint8Array {
    const message = readUnconnectedSend(data);
    const request = message && readRequest(message);
    if (!request) return writeReply(services.unconnectedSend, refuse(generalStatus.tooLittleData));
    return this.answerRequest(request, origin, false);
  }

  private manage(service: number, data: Uint8Array, origin: Origin): CIPReply | undefined {
    const now = this.deps.clock.now();
    this.table.expire(now);
    if (service === services.forwardOpen) return this.table.open(data, false, origin, now);
    if (service === services.largeForwardOpen) return this.table.open(data, true, origin, now);
    return service === services.forwardClose ? this.table.close(data, origin) : undefined;
  }

  private handleClose(connection: Connection, reason: CloseReason): void {
    const { events } = this.deps;
    events.onConnection(connection, reason);
    if (connection.kind !== 'exclusiveOwner') return;
    this.outputs = new Uint8Array(this.layout.consumed.size);
    if (reason === 'timedOut') events.onOwnerLost(connection);
  }

  private createObjects(): ReadonlyMap<number, ObjectClass> {
    const { device, network, layout } = this;
    const empty = { read: () => noBytes };
    const assemblies = createAssemblyObject(
      new Map<number, AssemblyInstance>([
        [layout.produced.instance, { read: () => this.deps.readInputs() }],
        [layout.consumed.instance, { read: () => this.outputs, write: (data: Uint8Array) => this.writeOutputs(data) }],
        [layout.configuration.instance, { read: () => this.configuration, write: (data) => this.configure(data) }],
        [layout.inputOnlyInstance, empty],
        [layout.listenOnlyInstance, empty],
      ]),
    );
    const manager = defineClass(1, new Map([[1, { attributes: new Map() }]]));
    return new Map([
      [
        classIDs.identity,
        createIdentityObject(
          device,
          () => this.table.owner !== undefined,
          () => this.reset(),
        ),
      ],
      [classIDs.messageRouter, defineClass(1, new Map([[1, { attributes: new Map() }]]))],
      [classIDs.assembly, assemblies],
      [classIDs.connectionManager, manager],
      [classIDs.qos, createQoSObject()],
      [classIDs.tcpIP, createTCPIPObject(network)],
      [classIDs.ethernetLink, createEthernetLinkObject(network)],
    ]);
  }

  /** Takes outputs from a message while no scanner owns them. */
  private writeOutputs(data: Uint8Array): number {
    const refusal = this.checkWrite(data, this.layout.consumed.size);
    if (refusal !== generalStatus.ok) return refusal;
    this.outputs = data;
    this.deps.events.onOutputs({ data, isRun: true, isFirst: false, isExplicit: true });
    return generalStatus.ok;
  }

  /** Ends all connections; refused while a scanner owns the device, which only that scanner ends. */
  private reset(): number {
    if (this.table.owner) return generalStatus.objectStateConflict;
    this.table.closeAll();
    return generalStatus.ok;
  }

  private configure(data: Uint8Array): number {
    const refusal = this.checkWrite(data, this.layout.configuration.size);
    if (refusal === generalStatus.ok) this.configuration = data;
    return refusal;
  }

  private checkWrite(data: Uint8Array, size: number): number {
    if (data.length < size) return generalStatus.tooLittleData;
    if (data.length > size) return generalStatus.tooMuchData;
    return this.table.owner || this.isTaken ? generalStatus.objectStateConflict : generalStatus.ok;
  }
}
