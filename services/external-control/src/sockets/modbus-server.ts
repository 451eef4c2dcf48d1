import { BlockList, createServer, isIPv6, type Server, type Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { answerRequest, FrameSplitter, type ModbusFrame, type RegisterBank, writeAnswer } from '@cellwright/modbus';
import type { Logger } from '@cellwright/service-kit';
import type { WritingClient } from '../domain/written-commands.ts';
import { plainAddress } from './plain-address.ts';

export interface ModbusServerDeps {
  readonly host: string;
  /** 0 for any. */
  readonly port: number;
  /** Addresses and networks of clients; empty for every client. */
  readonly allowedClients: readonly string[];
  readonly createBank: (client: WritingClient) => RegisterBank;
  readonly onEnd: (client: WritingClient<number>) => void;
  readonly clock: Clock;
  readonly log: Logger;
}

/** A connected client with its counters. */
export interface ConnectedClient extends WritingClient<number> {
  requests: number;
  refused: number;
  /** Monotonic time of the last request, ms. */
  lastRequestAt: number;
}

export interface ModbusServer {
  readonly port: number;
  readonly clients: Iterable<ConnectedClient>;
  readonly counters: { readonly rejected: number; readonly malformed: number };
  close(): Promise<void>;
}

/** Maximum number of connections. */
const maxClients = 16;
/** Time without a request after which a connection is closed, ms. */
const inactivityMS = 120_000;
/** A client that sends requests but never reads their answers would fill the memory. */
const maxUnreadBytes = 64 * 1024;

/** Opens the server. @throws Error if the address is taken or is not of this machine. */
export async function openModbusServer(deps: ModbusServerDeps): Promise<ModbusServer> {
  const { host, allowedClients, clock, log } = deps;
  const isAllowed = createFilter(allowedClients);
  const clients = new Map<Socket, ConnectedClient>();
  const counters = { rejected: 0, malformed: 0 };
  let lastID = 0;
  const server = createServer({ noDelay: true }, (socket) => {
    // Reported by 'close'.
    socket.on('error', () => undefined);
    const peer = plainAddress(socket.remoteAddress ?? '');
    if (clients.size >= maxClients || !isAllowed(peer)) {
      counters.rejected += 1;
      log.info('a Modbus connection was closed at once', { peer, isAllowed: isAllowed(peer) });
      socket.destroy();
      return;
    }
    lastID += 1;
    const client = { id: lastID, peer, requests: 0, refused: 0, lastRequestAt: clock.now() };
    clients.set(socket, client);
    socket.setTimeout(inactivityMS, () => socket.destroy());
    socket.on('close', () => {
      clients.delete(socket);
      deps.onEnd(client);
    });
    const onMalformed = () => {
      counters.malformed += 1;
      log.info('a Modbus connection was closed: its data are no Modbus', { peer });
    };
    serveClient(socket, { client, bank: deps.createBank(client), clock, onMalformed });
  });
  const port = await listen(server, deps.port, host);
  return { port, clients: { [Symbol.iterator]: () => clients.values() }, counters, close: () => end(server, clients) };
}

interface ServedClient {
  readonly client: ConnectedClient;
  readonly bank: RegisterBank;
  readonly clock: Clock;
  readonly onMalformed: () => void;
}

function serveClient(socket: Socket, { client, bank, clock, onMalformed }: ServedClient): void {
  const splitter = new FrameSplitter();
  const answer = (frame: ModbusFrame) => {
    const bytes = answerRequest(frame.request, bank);
    client.requests += 1;
    client.lastRequestAt = clock.now();
    if ((bytes[0] ?? 0) >= 0x80) client.refused += 1;
    if (socket.writableLength > maxUnreadBytes) socket.destroy();
    else if (socket.writable) socket.write(writeAnswer(frame, bytes));
  };
  socket.on('data', (bytes) => {
    const { frames, isBroken } = splitter.push(bytes);
    for (const frame of frames) if (!socket.destroyed) answer(frame);
    if (!isBroken || socket.destroyed) return;
    onMalformed();
    socket.destroy();
  });
}

/** Returns a function that is true for the addresses of the list, or for every address if the list is empty. */
function createFilter(allowed: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const entry of allowed) {
    const [address = '', prefix] = entry.split('/');
    const family = isIPv6(address) ? 'ipv6' : 'ipv4';
    if (prefix === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(prefix), family);
  }
  return (address) => allowed.length === 0 || list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4');
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      server.off('error', reject);
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : port);
    });
  });
}

function end(server: Server, clients: ReadonlyMap<Socket, ConnectedClient>): Promise<void> {
  for (const socket of clients.keys()) socket.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}
