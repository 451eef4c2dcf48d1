import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { createServer, type Server, type Socket } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Clock } from '@cellwright/domain/basics';
import {
  Adapter,
  type AdapterEvents,
  cellDevice,
  FrameAnswerer,
  FrameSplitter,
  type NetworkIdentity,
  type Peer,
  readFrame,
  writeFrame,
} from '@cellwright/ethernet-ip';
import type { Logger } from '@cellwright/service-kit';

export interface AdapterAddress {
  readonly host: string;
  /** Port of messages, TCP and UDP; 0 for any. */
  readonly port: number;
  /** UDP port of cyclic data; 0 for any. */
  readonly ioPort: number;
}

export interface AdapterServerDeps {
  readonly address: AdapterAddress;
  readonly readInputs: () => Uint8Array;
  /** Returns true while a client of another protocol owns the cell. */
  readonly isTaken?: () => boolean;
  readonly events: AdapterEvents;
  readonly clock: Clock;
  readonly log: Logger;
}

export interface AdapterServer {
  readonly adapter: Adapter;
  /** Ports that it listens on. */
  readonly address: AdapterAddress;
  close(): Promise<void>;
}

/** Maximum number of TCP connections. */
const maxClients = 32;
/** Time without a message after which a TCP connection is closed, ms. */
const inactivityMS = 120_000;

/** Opens the sockets of an adapter. @throws Error if an address is taken or is not of this machine. */
export async function openAdapter({
  address,
  readInputs,
  isTaken = () => false,
  events,
  clock,
  log,
}: AdapterServerDeps): Promise<AdapterServer> {
  const { host } = address;
  const network = describeNetwork(host);
  const adapter = new Adapter({ device: cellDevice, network, clock, readInputs, isTaken, events });
  const opened: { close: () => Promise<void> }[] = [];
  const close = async () => {
    await Promise.all(opened.map((each) => each.close()));
  };
  try {
    const server = createServer();
    const port = await listen(server, address.port, host);
    const clients = new Set<Socket>();
    opened.push({ close: () => closeServer(server, clients) });
    const messages = createSocket({ type: 'udp4', reuseAddr: false });
    await bind(messages, port, host);
    opened.push({ close: () => closeDatagrams(messages) });
    const cyclic = createSocket({ type: 'udp4', reuseAddr: false });
    const ioPort = await bind(cyclic, address.ioPort, host);
    opened.push({ close: () => closeDatagrams(cyclic) });
    const answerer = new FrameAnswerer(adapter, { explicit: port, cyclic: ioPort });
    const pump = createPump(adapter, cyclic, clock, log);
    opened.push({ close: async () => pump.stop() });
    serveStreams(server, clients, answerer, pump.wake);
    serveMessages(messages, answerer, log);
    cyclic.on('message', (bytes, { address: from }) => {
      adapter.receive(bytes, from);
      pump.wake();
    });
    return { adapter, address: { host, port, ioPort }, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Sends what is due, and sleeps until the next packet or time-out. */
function createPump(adapter: Adapter, cyclic: Datagrams, clock: Clock, log: Logger) {
  let cancel: (() => void) | undefined;
  let isStopped = false;
  const onSent = (error: Error | null) => {
    if (error) log.debug('a packet was not sent', { error });
  };
  const wake = () => {
    if (isStopped) return;
    cancel?.();
    cancel = undefined;
    for (const { host, port, bytes } of adapter.tick()) cyclic.send(bytes, port, host, onSent);
    const due = adapter.nextDue();
    if (Number.isFinite(due)) cancel = clock.schedule(Math.max(0, due - clock.now()), wake);
  };
  cyclic.on('error', (error) => log.warn('the port of cyclic data failed', { error }));
  return {
    wake,
    stop() {
      isStopped = true;
      cancel?.();
    },
  };
}

function serveStreams(server: Server, clients: Set<Socket>, answerer: FrameAnswerer, wake: () => void): void {
  server.on('connection', (socket) => {
    if (clients.size >= maxClients) {
      socket.destroy();
      return;
    }
    clients.add(socket);
    const peer: Peer = { host: socket.remoteAddress ?? '', isDatagram: false, session: 0 };
    const splitter = new FrameSplitter();
    socket.setNoDelay(true);
    socket.setTimeout(inactivityMS, () => socket.destroy());
    // Reported by 'close'.
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clients.delete(socket);
      answerer.end(peer);
    });
    socket.on('data', (bytes) => {
      const { frames, isBroken } = splitter.push(bytes);
      for (const frame of frames) {
        const { frame: answer, isEnd } = answerer.answer(frame, peer);
        if (answer) socket.write(writeFrame(answer));
        if (isEnd) socket.end();
      }
      if (isBroken) socket.destroy();
      wake();
    });
  });
}

function serveMessages(messages: Datagrams, answerer: FrameAnswerer, log: Logger): void {
  messages.on('error', (error) => log.warn('the port of datagrams failed', { error }));
  messages.on('message', (bytes, { address, port }) => {
    const frame = readFrame(bytes);
    const answer = frame && answerer.answer(frame, { host: address, isDatagram: true, session: 0 }).frame;
    if (answer) messages.send(writeFrame(answer), port, address);
  });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject).listen(port, host, () => {
      const bound = server.address();
      resolve(typeof bound === 'object' && bound ? bound.port : port);
    });
  });
}

function bind(socket: Datagrams, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    socket.once('error', reject).bind(port, host, () => {
      socket.off('error', reject);
      resolve(socket.address().port);
    });
  });
}

function closeServer(server: Server, clients: ReadonlySet<Socket>): Promise<void> {
  for (const client of clients) client.destroy();
  return new Promise((resolve) => server.close(() => resolve()));
}

function closeDatagrams(socket: Datagrams): Promise<void> {
  return new Promise((resolve) => socket.close(() => resolve()));
}

/** Returns the address and hardware address that the adapter names. */
function describeNetwork(host: string): NetworkIdentity {
  const own = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ address }) => address === host);
  const mac = (own?.mac ?? '00:00:00:00:00:00').split(':').map((part) => Number.parseInt(part, 16));
  return { host, hostName: hostname(), mac, speedMbps: 1000 };
}
