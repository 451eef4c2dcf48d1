import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import { Adapter, cellDevice, FrameAnswerer, FrameSplitter, type Peer, writeFrame } from '@cellwright/ethernet-ip';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour, sendTo } from './loopback-server.ts';
import type { CyclicBank } from './scanner.ts';

export interface AdapterServerOptions {
  readonly bank: CyclicBank;
  /** Only silence counts: a cyclic connection has no answers that could be refused. */
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
  readonly productName: string;
}

const loopback = '127.0.0.1';
const maxConnections = 8;
const network = { host: loopback, hostName: 'simulator', mac: [2, 0, 0, 0, 0, 1], speedMbps: 100 };

/** Server side of EtherNet/IP for simulators, on loopback only. */
export function createAdapterServer(options: AdapterServerOptions): LoopbackServer {
  const clock = realTimeOf(options.clock);
  const { bank } = options;
  const adapter = new Adapter({
    device: { ...cellDevice, productName: options.productName },
    network,
    layout: bank.layout,
    clock,
    readInputs: () => bank.readInputs(),
    events: {
      onOutputs: ({ isRun, data }) => bank.take(isRun ? data : undefined),
      onOwnerLost: () => bank.take(undefined),
      onConnection: ({ kind }, change) => {
        if (kind === 'exclusiveOwner' && change !== 'opened') bank.take(undefined);
      },
    },
  });
  const isSilent = () => options.behaviour.answerMode(false).kind === 'silent';
  let cyclic: Datagrams | undefined;
  let cancelTick = () => {};
  const pump = () => {
    cancelTick();
    for (const { host, port, bytes } of adapter.tick())
      if (!isSilent()) cyclic?.send(bytes, port, host, () => undefined);
    const due = adapter.nextDue();
    if (cyclic && Number.isFinite(due)) cancelTick = clock.schedule(Math.max(0, due - clock.now()), pump);
  };
  let answerer: FrameAnswerer | undefined;
  const server = createLoopbackServer(maxConnections, (socket) => {
    if (answerer) serve(socket, answerer, { isSilent, pump });
  });
  return {
    async listen(wanted) {
      const port = await server.listen(wanted);
      const opened = createSocket('udp4');
      opened.bind(0, loopback);
      await once(opened, 'listening');
      opened.on('message', (bytes, { address }) => {
        adapter.receive(bytes, address);
        pump();
      });
      cyclic = opened;
      answerer = new FrameAnswerer(adapter, { explicit: port, cyclic: opened.address().port });
      return port;
    },
    async close() {
      cancelTick();
      adapter.table.closeAll();
      cyclic?.close();
      cyclic = undefined;
      await server.close();
    },
    dropConnections() {
      adapter.table.closeAll();
      server.dropConnections();
    },
  };
}

interface Serving {
  readonly isSilent: () => boolean;
  readonly pump: () => void;
}

function serve(socket: Socket, answerer: FrameAnswerer, { isSilent, pump }: Serving): void {
  const peer: Peer = { host: loopback, isDatagram: false, session: 0 };
  const splitter = new FrameSplitter();
  socket.on('close', () => answerer.end(peer));
  socket.on('data', (bytes) => {
    const { frames, isBroken } = splitter.push(bytes);
    for (const frame of frames) {
      const { frame: answer, isEnd } = answerer.answer(frame, peer);
      if (answer && !isSilent()) sendTo(socket, Buffer.from(writeFrame(answer)));
      if (isEnd) socket.end();
    }
    if (isBroken) socket.destroy();
    pump();
  });
}
