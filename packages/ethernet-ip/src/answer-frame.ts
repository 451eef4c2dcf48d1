import type { Adapter } from './adapter.ts';
import type { Origin } from './connections/connection-table.ts';
import { deviceStatus } from './objects/device.ts';
import { ByteReader, ByteWriter, noBytes, shortString } from './wire/bytes.ts';
import {
  type Item,
  itemTypes,
  nullAddress,
  readItems,
  readSocketAddress,
  writeItems,
  writeSocketAddress,
} from './wire/cpf.ts';
import { encapsulationCommands, encapsulationStatus, type Frame } from './wire/encapsulation.ts';

/** State of one TCP connection, or of the datagrams of UDP 44818. */
export interface Peer {
  /** IPv4 address. */
  readonly host: string;
  readonly isDatagram: boolean;
  /** Handle of the registered session; 0 for none. */
  session: number;
}

export interface FrameAnswer {
  readonly frame?: Frame;
  /** True if the peer ended its session: close its TCP connection. */
  readonly isEnd?: boolean;
}

/** Ports of the adapter, which its answers name. */
export interface AdapterPorts {
  readonly explicit: number;
  readonly cyclic: number;
}

const protocolVersion = 1;
/** TCP for explicit messages and UDP for classes 0 and 1. */
const capabilities = 0x0120;

/** Answers frames of the encapsulation protocol for an adapter. */
export class FrameAnswerer {
  private lastSession = 0;
  private readonly adapter: Adapter;
  private readonly ports: AdapterPorts;

  constructor(adapter: Adapter, ports: AdapterPorts) {
    this.adapter = adapter;
    this.ports = ports;
  }

  answer(frame: Frame, peer: Peer): FrameAnswer {
    const { nop, listServices, listIdentity, listInterfaces } = encapsulationCommands;
    if (frame.status !== 0 || frame.options !== 0) return {};
    switch (frame.command) {
      case nop:
        return {};
      case listServices:
        return respond(frame, writeItems([this.describeServices()]));
      case listIdentity:
        return respond(frame, writeItems([this.describeIdentity()]));
      case listInterfaces:
        return respond(frame, writeItems([]));
      default:
        return peer.isDatagram
          ? reject(frame, encapsulationStatus.unsupportedCommand)
          : this.answerSession(frame, peer);
    }
  }

  /** Ends what a closed TCP connection had. */
  end(peer: Peer): void {
    if (peer.session !== 0) this.adapter.endSession(peer.session);
    peer.session = 0;
  }

  private answerSession(frame: Frame, peer: Peer): FrameAnswer {
    const { registerSession, unregisterSession, sendRRData, sendUnitData } = encapsulationCommands;
    if (frame.command === registerSession) return this.register(frame, peer);
    const isKnown = [unregisterSession, sendRRData, sendUnitData].some((command) => command === frame.command);
    if (!isKnown) return reject(frame, encapsulationStatus.unsupportedCommand);
    if (peer.session === 0 || frame.session !== peer.session) return reject(frame, encapsulationStatus.invalidSession);
    if (frame.command === sendRRData) return this.answerUnconnected(frame, peer);
    if (frame.command === sendUnitData) return this.answerConnected(frame, peer);
    this.end(peer);
    return { isEnd: true };
  }

  private register(frame: Frame, peer: Peer): FrameAnswer {
    const reader = new ByteReader(frame.data);
    const version = reader.u16();
    const options = reader.u16();
    if (frame.data.length !== 4) return reject(frame, encapsulationStatus.invalidLength);
    const answer = new ByteWriter().u16(protocolVersion).u16(0).finish();
    if (version !== protocolVersion || options !== 0)
      return respond({ ...frame, status: encapsulationStatus.unsupportedVersion }, answer);
    if (peer.session !== 0) return reject(frame, encapsulationStatus.unsupportedCommand);
    this.lastSession = (this.lastSession + 1) >>> 0 || 1;
    peer.session = this.lastSession;
    return respond({ ...frame, session: peer.session }, answer);
  }

  private answerUnconnected(frame: Frame, peer: Peer): FrameAnswer {
    const items = readItems(frame.data.slice(6));
    const content = items?.find(({ type }) => type === itemTypes.unconnectedData);
    if (!items || !content || items[0]?.type !== itemTypes.null)
      return reject(frame, encapsulationStatus.incorrectData);
    const response = this.adapter.answer(content.data, originFrom(peer, items));
    if (!response) return reject(frame, encapsulationStatus.incorrectData);
    const data: Item = { type: itemTypes.unconnectedData, data: response };
    return respond(frame, wrap([nullAddress, data, ...this.describeCyclicPort(content.data, response)]));
  }

  private answerConnected(frame: Frame, peer: Peer): FrameAnswer {
    const [address, content] = readItems(frame.data.slice(6)) ?? [];
    if (address?.type !== itemTypes.connectedAddress || content?.type !== itemTypes.connectedData)
      return reject(frame, encapsulationStatus.incorrectData);
    const connection = this.adapter.table.find(new ByteReader(address.data).u32());
    if (connection?.kind !== 'explicit' || connection.session !== peer.session)
      return reject(frame, encapsulationStatus.incorrectData);
    const reader = new ByteReader(content.data);
    const sequence = reader.u16();
    const response = this.adapter.answer(reader.rest(), { session: peer.session, peer: peer.host });
    if (!response) return reject(frame, encapsulationStatus.incorrectData);
    this.adapter.refresh(connection);
    const to = new ByteWriter().u32(connection.producedID).finish();
    const data = new ByteWriter().u16(sequence).raw(response).finish();
    return respond(
      frame,
      wrap([
        { type: itemTypes.connectedAddress, data: to },
        { type: itemTypes.connectedData, data },
      ]),
    );
  }

  /** Names the port of cyclic packets behind the answer to a forward open, if it is not the usual one. */
  private describeCyclicPort(request: Uint8Array, response: Uint8Array): readonly Item[] {
    const isOpen = request[0] === 0x54 || request[0] === 0x5b;
    if (!isOpen || response[2] !== 0 || this.ports.cyclic === 2222) return [];
    const { host } = this.adapter.network;
    return [{ type: itemTypes.socketOriginatorToTarget, data: writeSocketAddress({ host, port: this.ports.cyclic }) }];
  }

  private describeServices(): Item {
    const name = new Uint8Array(16);
    name.set(new TextEncoder().encode('Communications'));
    const data = new ByteWriter().u16(protocolVersion).u16(capabilities).raw(name).finish();
    return { type: itemTypes.services, data };
  }

  private describeIdentity(): Item {
    const { device, network, table } = this.adapter;
    const address = writeSocketAddress({ host: network.host, port: this.ports.explicit });
    const writer = new ByteWriter().u16(protocolVersion).raw(address);
    writer.u16(device.vendorID).u16(device.deviceType).u16(device.productCode);
    writer.u8(device.majorRevision).u8(device.minorRevision);
    writer.u16(deviceStatus(table.owner !== undefined)).u32(device.serialNumber);
    const data = writer
      .raw(shortString(device.productName))
      .u8(table.owner ? 3 : 2)
      .finish();
    return { type: itemTypes.identity, data };
  }
}

function originFrom(peer: Peer, items: readonly Item[]): Origin {
  const item = items.find(({ type }) => type === itemTypes.socketTargetToOriginator);
  const port = item && readSocketAddress(item.data)?.port;
  const origin = { session: peer.session, peer: peer.host };
  return port ? { ...origin, peerPort: port } : origin;
}

/** Adds interface handle and time-out before the items. */
function wrap(items: readonly Item[]): Uint8Array {
  return new ByteWriter().u32(0).u16(0).raw(writeItems(items)).finish();
}

const respond = (frame: Frame, data: Uint8Array): FrameAnswer => ({ frame: { ...frame, data } });
const reject = (frame: Frame, status: number): FrameAnswer => ({ frame: { ...frame, status, data: noBytes } });
