import { randomInt } from 'node:crypto';
import type { Socket as Datagrams } from 'node:dgram';
import type { Socket } from 'node:net';
import { type Clock, realTimeOf, rest } from '@cellwright/domain/basics';
import { cellDevice, FrameSplitter, ScanConnection } from '@cellwright/ethernet-ip';
import { createDeferred } from '../framework/deferred.ts';
import { connectAnywhere, type OpenSocket, whenConnected } from './connecting.ts';
import { createModbusTcp } from './modbus-tcp-client.ts';
import { type OpenPacketPort, openPacketPort } from './packet-port.ts';
import { RegisterScanner } from './register-scanner.ts';
import {
  notConnectedYet,
  type OpenScanner,
  reconnectMS,
  type ScannerTarget,
  type ScannerTransport,
} from './scanner.ts';
import { recordSockets } from './traffic/record-sockets.ts';
import type { TrafficTap } from './traffic/traffic.ts';

const closedByDevice = 'The device closed the EtherNet/IP connection';
const strangeAnswer = 'The device sends data that are not EtherNet/IP';

/**
 * EtherNet/IP over TCP and UDP, or Modbus TCP for a target with registers. Intervals are of real time, because the device
 * times them.
 * @param openSocket how connections are opened: to hosts that people typed, by the rules of the cell's egress
 */
export function createScanner(
  clock: Clock,
  openSocket: OpenSocket = connectAnywhere,
  openPort: OpenPacketPort = openPacketPort,
): OpenScanner {
  const real = realTimeOf(clock);
  const network = { clock: real, openSocket: recordSockets(openSocket), openPort };
  const openModbus = createModbusTcp(real, openSocket);
  return (target) =>
    target.registers
      ? new RegisterScanner(target, target.registers, { clock: real, openModbus })
      : new ScannerClient(target, network);
}

interface Network {
  readonly clock: Clock;
  readonly openSocket: OpenSocket;
  readonly openPort: OpenPacketPort;
}

class ScannerClient implements ScannerTransport {
  readonly #target: ScannerTarget;
  readonly #network: Network;
  readonly #closing = new AbortController();
  readonly #listeners = new Set<() => void>();
  readonly #ended: Promise<void>;
  readonly #known = createDeferred();
  #attempt: Attempt | undefined;
  #problem = notConnectedYet;

  constructor(target: ScannerTarget, network: Network) {
    this.#target = target;
    this.#network = network;
    this.#ended = this.#keepConnected();
  }

  inputs(): Uint8Array | undefined {
    return this.#attempt?.inputs;
  }

  problem(): string {
    return this.#problem;
  }

  whenKnown(): Promise<void> {
    return this.#known.promise;
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  setOutputs(data: Uint8Array): void {
    this.#attempt?.setOutputs(data);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#attempt?.close();
    await this.#ended;
    this.#known.resolve();
    this.#listeners.clear();
  }

  async #keepConnected(): Promise<void> {
    const { signal } = this.#closing;
    while (!signal.aborted) {
      this.#problem = await this.#connectOnce();
      this.#attempt = undefined;
      if (signal.aborted) break;
      this.#tell();
      await rest(this.#network.clock, reconnectMS, signal);
    }
  }

  /** Resolves with the reason when the connection has ended or could not be opened. */
  async #connectOnce(): Promise<string> {
    const { clock, openSocket, openPort } = this.#network;
    const socket = openSocket(this.#target);
    const connected = await whenConnected(socket, this.#target, clock, this.#closing.signal);
    if (!connected.ok) return connected.aborted ? closedByDevice : connected.message;
    const cyclic = await openPort().catch(reasonOf);
    if (typeof cyclic === 'string') {
      socket.destroy();
      return cyclic;
    }
    try {
      const attempt = new Attempt(socket, cyclic, this.#target, clock, () => this.#tell());
      this.#attempt = attempt;
      // It may have been closed meanwhile.
      if (this.#closing.signal.aborted) attempt.close();
      return await attempt.ended;
    } finally {
      cyclic.close();
      socket.destroySoon();
    }
  }

  #tell(): void {
    this.#known.resolve();
    for (const listener of this.#listeners) listener();
  }
}

/** One connection, from its first frame to its end. */
class Attempt {
  readonly ended: Promise<string>;
  inputs: Uint8Array | undefined;
  readonly #socket: Socket;
  readonly #cyclic: Datagrams;
  readonly #packets: TrafficTap | undefined;
  readonly #clock: Clock;
  readonly #scan: ScanConnection;
  #end: (reason: string) => void = () => undefined;
  #cancelTick: () => void = () => undefined;

  constructor(
    socket: Socket,
    cyclic: Datagrams,
    { scan: target, traffic }: ScannerTarget,
    clock: Clock,
    onChange: () => void,
  ) {
    this.#socket = socket;
    this.#cyclic = cyclic;
    this.#packets = traffic?.open(`${peerOf(socket)} (UDP)`);
    this.#clock = clock;
    const { vendorID } = cellDevice;
    const origin = { vendorID, serialNumber: randomInt(2 ** 31), connectionSerial: randomInt(1, 2 ** 16) };
    this.#scan = new ScanConnection({
      target,
      origin: { ...origin, port: cyclic.address().port },
      clock,
      events: {
        onOpen: () => this.#pump(),
        onInputs: (data) => {
          this.inputs = data;
          onChange();
        },
        onEnd: (reason) => this.#finish(reason),
      },
    });
    this.ended = new Promise((resolve) => {
      this.#end = resolve;
    });
    this.#listen(peerOf(socket));
    socket.write(this.#scan.begin());
  }

  setOutputs(data: Uint8Array): void {
    this.#scan.setOutputs(data, true);
    this.#pump();
  }

  close(): void {
    for (const frame of this.#scan.close()) if (this.#socket.writable) this.#socket.write(frame);
    this.#finish(closedByDevice);
  }

  #listen(peer: string): void {
    const splitter = new FrameSplitter();
    this.#socket.on('data', (bytes) => {
      const { frames, isBroken } = splitter.push(bytes);
      for (const frame of frames) {
        const next = this.#scan.answer(frame);
        if (next) this.#socket.write(next);
      }
      if (isBroken) this.#finish(strangeAnswer);
    });
    // Cyclic packets go on without it, and some devices close it.
    this.#socket.on('close', () => {
      if (!this.#scan.isOpen) this.#finish(closedByDevice);
    });
    this.#cyclic.on('message', (bytes, { address }) => {
      if (address !== peer) return;
      this.#packets?.received(bytes);
      this.#scan.receive(bytes);
    });
    this.#cyclic.on('error', (error) => this.#finish(reasonOf(error)));
    this.#pump = () => {
      this.#cancelTick();
      const packet = this.#scan.tick();
      if (packet) {
        this.#packets?.sent(packet.bytes);
        this.#cyclic.send(packet.bytes, packet.port, peer, ignoreLoss);
      }
      const due = this.#scan.nextDue();
      if (Number.isFinite(due))
        this.#cancelTick = this.#clock.schedule(Math.max(0, due - this.#clock.now()), () => this.#pump());
    };
  }

  /** Sends what is due, and sleeps until the next packet or time-out. */
  #pump: () => void = () => undefined;

  #finish(reason: string): void {
    this.#cancelTick();
    this.#scan.close();
    this.inputs = undefined;
    this.#packets?.end();
    this.#end(reason);
  }
}

/** Returns why there is no port for packets. */
function reasonOf(error: unknown): string {
  return `The port of EtherNet/IP packets failed: ${error instanceof Error ? error.message : String(error)}`;
}

/** A packet that is not sent is one that is lost: the next one follows. */
const ignoreLoss = () => undefined;

/** Returns the IPv4 address of the other end. */
function peerOf({ remoteAddress = '' }: Socket): string {
  return remoteAddress.replace(/^::ffff:/, '');
}
