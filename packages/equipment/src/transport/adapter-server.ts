import type { Socket as Datagrams } from 'node:dgram';
import type { Socket } from 'node:net';
import { type Clock, realTimeOf } from '@cellwright/domain/basics';
import { Adapter, cellDevice, FrameAnswerer, FrameSplitter, type Peer, writeFrame } from '@cellwright/ethernet-ip';
import { createLoopbackServer, type LoopbackServer, type ServerBehaviour, sendTo } from './loopback-server.ts';
import { type OpenPacketPort, openPacketPort } from './packet-port.ts';
import type { CyclicBank } from './scanner.ts';

export interface AdapterServerOptions {
  readonly bank: CyclicBank;
  /** Only silence counts: a cyclic connection has no answers that could be refused. */
  readonly behaviour: ServerBehaviour;
  readonly clock: Clock;
  readonly productName: string;
  readonly openPort?: OpenPacketPort;
}

const loopback = '127.0.0.1';
const maxConnections = 8;
const network = { host: loopback, hostName: 'simulator', mac: [2, 0, 0, 0, 0, 1], speedMbps: 100 };

/**
 * Server side of EtherNet/IP for simulators, on loopback only. Each client reaches a device of its own, because a device
 * has one owner.
 */
export function createAdapterServer(options: AdapterServerOptions): LoopbackServer {
  return createLoopbackServer(maxConnections, (socket) => new ServedDevice(socket, options));
}

/** The device of one client, until its TCP connection ends. */
class ServedDevice {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #isSilent: () => boolean;
  readonly #adapter: Adapter;
  readonly #peer: Peer = { host: loopback, isDatagram: false, session: 0 };
  #cyclic: Datagrams | undefined;
  #cancelTick: () => void = () => undefined;

  constructor(socket: Socket, options: AdapterServerOptions) {
    const { bank, behaviour, clock, productName, openPort = openPacketPort } = options;
    this.#socket = socket;
    this.#clock = realTimeOf(clock);
    this.#isSilent = () => behaviour.answerMode(false).kind === 'silent';
    const device = bank.open();
    this.#adapter = new Adapter({
      device: { ...cellDevice, productName },
      network,
      layout: bank.layout,
      clock: this.#clock,
      readInputs: () => device.readInputs(),
      events: {
        onOutputs: ({ isRun, data }) => device.take(isRun ? data : undefined),
        onOwnerLost: () => undefined,
        onConnection: ({ kind }, change) => {
          if (kind === 'exclusiveOwner' && change !== 'opened') device.take(undefined);
        },
      },
    });
    socket.once('close', () => {
      this.#cancelTick();
      this.#cyclic?.close();
      this.#cyclic = undefined;
      device.close();
    });
    // A client without a port for packets could only wait.
    this.#serve(openPort).catch(() => socket.destroy());
  }

  async #serve(openPort: OpenPacketPort): Promise<void> {
    this.#socket.pause();
    const cyclic = await openPort(loopback);
    if (this.#socket.destroyed) {
      cyclic.close();
      return;
    }
    this.#cyclic = cyclic;
    cyclic.on('error', () => this.#socket.destroy());
    cyclic.on('message', (bytes, { address }) => {
      this.#adapter.receive(bytes, address);
      this.#pump();
    });
    const ports = { explicit: this.#socket.localPort ?? 0, cyclic: cyclic.address().port };
    this.#answer(new FrameAnswerer(this.#adapter, ports));
    this.#socket.resume();
  }

  #answer(answerer: FrameAnswerer): void {
    const splitter = new FrameSplitter();
    this.#socket.on('data', (bytes) => {
      const { frames, isBroken } = splitter.push(bytes);
      for (const frame of frames) {
        const { frame: answer, isEnd } = answerer.answer(frame, this.#peer);
        if (answer && !this.#isSilent()) sendTo(this.#socket, Buffer.from(writeFrame(answer)));
        if (isEnd) this.#socket.end();
      }
      if (isBroken) this.#socket.destroy();
      this.#pump();
    });
  }

  /** Sends what is due, and sleeps until the next packet or time-out. */
  #pump(): void {
    this.#cancelTick();
    for (const { host, port, bytes } of this.#adapter.tick())
      if (!this.#isSilent()) this.#cyclic?.send(bytes, port, host, () => undefined);
    const due = this.#adapter.nextDue();
    if (this.#cyclic && Number.isFinite(due))
      this.#cancelTick = this.#clock.schedule(Math.max(0, due - this.#clock.now()), () => this.#pump());
  }
}
