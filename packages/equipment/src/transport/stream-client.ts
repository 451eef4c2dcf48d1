import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { ByteInbox } from './byte-inbox.ts';
import { type ConnectingTarget, connectAnywhere, type OpenSocket, whenConnected } from './connecting.ts';
import type { ByteStream, OpenStream, StreamResult, Wanted } from './stream.ts';
import { recordSockets } from './traffic/record-sockets.ts';

const closed = 'The connection to the device was closed';

/** @param openSocket opens connections to hosts from user input, under the egress rules of the cell */
export function createStreamTcp(clock: Clock, openSocket: OpenSocket = connectAnywhere): OpenStream {
  const open = recordSockets(openSocket);
  return (target) => new StreamClient(target, clock, open);
}

class StreamClient implements ByteStream {
  readonly #target: ConnectingTarget;
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #closing = new AbortController();
  readonly #inbox: ByteInbox;
  #socket: Socket | undefined;
  #connecting: Promise<string | undefined> | undefined;

  constructor(target: ConnectingTarget, clock: Clock, openSocket: OpenSocket) {
    this.#target = target;
    this.#clock = clock;
    this.#openSocket = openSocket;
    this.#inbox = new ByteInbox(clock);
  }

  async send(bytes: string): Promise<StreamResult> {
    const problem = await this.#connect();
    if (problem !== undefined || this.#socket === undefined) return { ok: false, message: problem ?? closed };
    this.#socket.write(Buffer.from(bytes, 'latin1'));
    return { ok: true, value: '' };
  }

  async receive(wanted: Wanted, timeoutMS: number): Promise<StreamResult> {
    const problem = await this.#connect();
    return problem === undefined ? this.#inbox.receive(wanted, timeoutMS) : { ok: false, message: problem };
  }

  close(): void {
    this.#closing.abort();
    this.#drop(closed);
  }

  /** Opens the connection unless it is open. Returns the problem, if any. */
  #connect(): Promise<string | undefined> {
    if (this.#closing.signal.aborted) return Promise.resolve(closed);
    if (this.#socket !== undefined) return Promise.resolve(undefined);
    this.#connecting ??= this.#open().finally(() => {
      this.#connecting = undefined;
    });
    return this.#connecting;
  }

  async #open(): Promise<string | undefined> {
    const socket = this.#openSocket(this.#target);
    const connected = await whenConnected(socket, this.#target, this.#clock, this.#closing.signal);
    if (!connected.ok) return connected.aborted ? closed : connected.message;
    this.#inbox.clear();
    this.#socket = socket;
    const isCurrent = () => this.#socket === socket;
    socket.on('data', (data) => {
      if (isCurrent() && !this.#inbox.push(data)) this.#drop('The device sends unexpected data. Check its address');
    });
    socket.on('close', () => {
      if (isCurrent()) this.#drop('The device closed the connection');
    });
    return undefined;
  }

  #drop(reason: string): void {
    const socket = this.#socket;
    this.#socket = undefined;
    socket?.destroy();
    this.#inbox.fail(reason);
  }
}
