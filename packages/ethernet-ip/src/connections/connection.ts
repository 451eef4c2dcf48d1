import type { IOPacket } from '../wire/cpf.ts';
import { type ConnectionKind, headerBytes } from './check-open.ts';
import type { ConnectionTriad } from './forward-open.ts';

/** Counters of a connection since it was opened. */
export interface ConnectionCounters {
  received: number;
  sent: number;
  /** Numbers missing between packets that arrived. */
  lost: number;
  /** Packets that arrived late or twice. */
  outOfOrder: number;
  /** Packets of a wrong size. */
  malformed: number;
}

/** An open connection. Times are of the adapter's clock, ms. */
export interface Connection extends ConnectionTriad {
  readonly kind: ConnectionKind;
  readonly peer: string;
  /** Destination of cyclic packets. */
  readonly peerPort: number;
  /** Session that opened it; an explicit connection ends with it. */
  readonly session: number;
  readonly consumedID: number;
  readonly producedID: number;
  readonly consumedMS: number;
  readonly producedMS: number;
  readonly timeoutMS: number;
  readonly consumedSize: number;
  readonly openedAt: number;
  readonly counters: ConnectionCounters;
  /** Time at which it is lost unless a packet arrives. */
  deadline: number;
  nextSend: number;
  sendSequence: number;
  /** Number of the produced data; grows when they change. */
  dataSequence: number;
  lastSequence: number | undefined;
  lastDataSequence: number | undefined;
  isRun: boolean;
}

/** Time that a new connection has for its first packet, ms. */
export const firstPacketMS = 10_000;

export const noCounters = (): ConnectionCounters => ({ received: 0, sent: 0, lost: 0, outOfOrder: 0, malformed: 0 });

/** Returns how much newer `next` is than `last` by the signed difference of 32 bits. */
export function sequenceGap(last: number, next: number): number {
  return (next - last) | 0;
}

export type ReceiveOutcome =
  | { readonly kind: 'dropped' }
  | { readonly kind: 'refreshed' }
  | { readonly kind: 'data'; readonly isRun: boolean; readonly data: Uint8Array; readonly isFirst: boolean };

/**
 * Takes a packet of a connection: refreshes the watchdog, counts gaps, and returns new data. A packet that is older than
 * the newest, or of another size, changes nothing but the counters.
 */
export function receivePacket(connection: Connection, packet: IOPacket, now: number): ReceiveOutcome {
  const { counters, lastSequence, consumedSize } = connection;
  const length = packet.data.length + 2;
  if (connection.kind === 'exclusiveOwner' ? length !== consumedSize : length > 2 + headerBytes) {
    counters.malformed += 1;
    return { kind: 'dropped' };
  }
  const gap = lastSequence === undefined ? 1 : sequenceGap(lastSequence, packet.sequence);
  if (gap <= 0) {
    counters.outOfOrder += 1;
    return { kind: 'dropped' };
  }
  counters.received += 1;
  counters.lost += gap - 1;
  connection.lastSequence = packet.sequence;
  connection.deadline = now + connection.timeoutMS;
  if (connection.kind !== 'exclusiveOwner') return { kind: 'refreshed' };
  return readData(connection, packet, lastSequence === undefined);
}

function readData(connection: Connection, { data, dataSequence }: IOPacket, isFirst: boolean): ReceiveOutcome {
  const isRun = ((data[0] ?? 0) & 1) === 1;
  const isNew = dataSequence !== connection.lastDataSequence || isRun !== connection.isRun;
  connection.lastDataSequence = dataSequence;
  connection.isRun = isRun;
  return isNew || isFirst ? { kind: 'data', isRun, data: data.slice(headerBytes), isFirst } : { kind: 'refreshed' };
}
