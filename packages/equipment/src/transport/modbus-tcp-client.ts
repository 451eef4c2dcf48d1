import type { Socket } from 'node:net';
import { type Clock, withEither } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import ModbusRTU from 'modbus-serial';
import { connectAnywhere, type OpenSocket, whenConnected } from './connecting.ts';
import type {
  ModbusFailure,
  ModbusRequestOptions,
  ModbusResult,
  ModbusTarget,
  ModbusTransport,
  OpenModbus,
} from './modbus.ts';
import { askWhileBusy, failureOfException } from './modbus-exceptions.ts';
import { recordSockets } from './traffic/record-sockets.ts';

/** An answer has at most 260 bytes; a peer that sends this much after one request is not a Modbus device. */
const maxBytesPerRequest = 4096;

/**
 * Creates Modbus over TCP: modbus-serial frames the messages; connecting, time limits and hostile peers are handled
 * here.
 * @param openSocket opens connections to hosts that users entered, by the rules of the cell's egress
 */
export function createModbusTcp(clock: Clock, openSocket: OpenSocket = connectAnywhere): OpenModbus {
  const open = recordSockets(openSocket);
  return (target) => new ModbusTcpClient(target, clock, open);
}

type Request<T> = (client: ModbusRTU) => Promise<T>;

class ModbusTcpClient implements ModbusTransport {
  readonly #target: ModbusTarget;
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #closing = new AbortController();
  #connection: Connection | undefined;
  #connecting: Promise<ModbusResult<Connection>> | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(target: ModbusTarget, clock: Clock, openSocket: OpenSocket) {
    this.#target = target;
    this.#clock = clock;
    this.#openSocket = openSocket;
  }

  readHoldingRegisters(offset: number, count: number, options: ModbusRequestOptions = {}) {
    return this.#read(async (client) => (await client.readHoldingRegisters(offset, count)).data, count, options);
  }

  readInputRegisters(offset: number, count: number, options: ModbusRequestOptions = {}) {
    return this.#read(async (client) => (await client.readInputRegisters(offset, count)).data, count, options);
  }

  readCoils(offset: number, count: number, options: ModbusRequestOptions = {}) {
    return this.#readBits(async (client) => (await client.readCoils(offset, count)).data, count, options);
  }

  readDiscreteInputs(offset: number, count: number, options: ModbusRequestOptions = {}) {
    return this.#readBits(async (client) => (await client.readDiscreteInputs(offset, count)).data, count, options);
  }

  async writeCoil(offset: number, value: boolean, options: ModbusRequestOptions = {}) {
    const isMultiple = this.#target.writeFunctions?.coils === 'multiple';
    const write: Request<unknown> = (client) =>
      isMultiple ? client.writeCoils(offset, [value]) : client.writeCoil(offset, value);
    const written = await this.#request(write, options, false);
    return written.ok ? done : written;
  }

  /** Bits arrive in whole bytes; those after the last requested one have no meaning. */
  #readBits(request: Request<readonly boolean[]>, count: number, options: ModbusRequestOptions) {
    const asked: Request<readonly boolean[]> = async (client) => {
      const bits = await request(client);
      return bits.length === 8 * Math.ceil(count / 8) ? bits.slice(0, count) : bits;
    };
    return this.#read(asked, count, options);
  }

  async #read<T>(request: Request<readonly T[]>, count: number, options: ModbusRequestOptions) {
    const read = await this.#request(request, options, true);
    if (read.ok && read.value.length !== count) {
      this.#connection?.end();
      return failed(
        'invalidAnswer',
        true,
        `The device sent ${read.value.length} registers where ${count} were asked for`,
      );
    }
    return read;
  }

  async writeRegisters(offset: number, values: readonly number[], options: ModbusRequestOptions = {}) {
    if (this.#target.writeFunctions?.registers === 'single') return this.#writeOneByOne(offset, values, options);
    const written = await this.#request((client) => client.writeRegisters(offset, [...values]), options, false);
    return written.ok ? done : written;
  }

  /** Writes registers one by one until one fails; those before it stay written. */
  async #writeOneByOne(
    offset: number,
    values: readonly number[],
    options: ModbusRequestOptions,
  ): Promise<ModbusResult> {
    for (const [index, value] of values.entries()) {
      const written = await this.#request((client) => client.writeRegister(offset + index, value), options, false);
      if (!written.ok) return index === 0 ? written : describePartOf(written.failure, index);
    }
    return done;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#connection?.end();
    await this.#turn;
  }

  #request<T>(request: Request<T>, options: ModbusRequestOptions, isRead: boolean): Promise<ModbusResult<T>> {
    const { signal } = options;
    const closing = this.#closing.signal;
    const askUntil = (ended: AbortSignal) =>
      askWhileBusy({ clock: this.#clock, signal: ended, isRead }, () => this.#send(request, signal));
    const ask = () => (signal ? withEither(signal, closing, askUntil) : askUntil(closing));
    if (options.urgent) return ask();
    const result = this.#turn.then(ask);
    this.#turn = result;
    return result;
  }

  async #send<T>(request: Request<T>, signal: AbortSignal | undefined): Promise<ModbusResult<T>> {
    if (this.#isAborted(signal)) return aborted;
    const connected = await this.#connect();
    if (!connected.ok) return connected;
    if (this.#isAborted(signal)) return aborted;
    return connected.value.exchange(request, this.#target.timeoutMS);
  }

  #isAborted(signal: AbortSignal | undefined): boolean {
    return this.#closing.signal.aborted || signal?.aborted === true;
  }

  #connect(): Promise<ModbusResult<Connection>> {
    if (this.#connection?.isOpen) return Promise.resolve({ ok: true, value: this.#connection });
    this.#connecting ??= this.#openConnection().then((opened) => {
      this.#connecting = undefined;
      this.#connection = opened.ok ? opened.value : undefined;
      return opened;
    });
    return this.#connecting;
  }

  #openConnection(): Promise<ModbusResult<Connection>> {
    return openConnection(this.#openSocket(this.#target), this.#target, this.#clock, this.#closing.signal);
  }
}

/** An open socket and the requests on it. */
class Connection {
  readonly #socket: Socket;
  readonly #client: ModbusRTU;
  readonly #clock: Clock;
  readonly #pending = new Set<(failure: ModbusFailure) => void>();
  #received = 0;
  #lossReason = 'The device closed the connection';

  constructor(socket: Socket, client: ModbusRTU, clock: Clock) {
    this.#socket = socket;
    this.#client = client;
    this.#clock = clock;
    socket.on('data', (data) => this.#countReceived(data.length));
    socket.on('error', (error) => {
      this.#lossReason = `The connection to the device failed: ${error.message}`;
    });
    socket.on('close', () => this.#failAll('connectionLost', this.#lossReason));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Sends one request. Any error in the answer closes the connection: a late answer must not reach a later request. */
  exchange<T>(request: Request<T>, timeoutMS: number): Promise<ModbusResult<T>> {
    if (!this.isOpen) return Promise.resolve(failed('unreachable', false, this.#lossReason));
    return new Promise((resolve) => {
      const settle = (result: ModbusResult<T>) => {
        cancelTimeout();
        this.#pending.delete(fail);
        resolve(result);
      };
      const fail = (failure: ModbusFailure) => settle({ ok: false, failure });
      const cancelTimeout = this.#clock.schedule(timeoutMS, () => {
        fail(failureOf('timeout', true, deviceMessages.silentFor(timeoutMS)));
        this.end();
      });
      this.#pending.add(fail);
      this.#received = 0;
      request(this.#client).then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => {
          const failure = explainError(error);
          settle({ ok: false, failure });
          if (failure.exception === undefined) this.end();
        },
      );
    });
  }

  end(): void {
    this.#lossReason = 'The connection to the device was closed';
    this.#socket.destroy();
  }

  #countReceived(bytes: number): void {
    this.#received += bytes;
    if (this.#received <= maxBytesPerRequest) return;
    this.#failAll('invalidAnswer', 'The peer sends data without a request; check that the address is a Modbus device');
    this.end();
  }

  #failAll(kind: ModbusFailure['kind'], message: string): void {
    for (const fail of [...this.#pending]) fail(failureOf(kind, true, message));
  }
}

async function openConnection(
  socket: Socket,
  target: ModbusTarget,
  clock: Clock,
  closing: AbortSignal,
): Promise<ModbusResult<Connection>> {
  const connected = await whenConnected(socket, target, clock, closing);
  if (!connected.ok) return connected.aborted ? aborted : failed('unreachable', false, connected.message);
  const client = new ModbusRTU();
  client.setID(target.unitID);
  const connection = new Connection(socket, client, clock);
  try {
    await client.linkTCP(socket, { port: target.port });
    return { ok: true, value: connection };
  } catch (error) {
    socket.destroy();
    return failed(
      'unreachable',
      false,
      deviceMessages.connectionFailed(`${target.host}:${target.port}`, describe(error)),
    );
  }
}

function explainError(error: unknown): ModbusFailure {
  if (typeof error === 'object' && error !== null && 'modbusCode' in error && typeof error.modbusCode === 'number') {
    return failureOfException(error.modbusCode, describe(error));
  }
  return failureOf('invalidAnswer', true, `The device sent an invalid answer: ${describe(error)}`);
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function failureOf(kind: ModbusFailure['kind'], wasSent: boolean, message: string): ModbusFailure {
  return { kind, wasSent, message };
}

function failed(kind: ModbusFailure['kind'], wasSent: boolean, message: string): { ok: false; failure: ModbusFailure } {
  return { ok: false, failure: failureOf(kind, wasSent, message) };
}

/** Describes a value of which only some registers were written: its outcome is unknown. */
function describePartOf(failure: ModbusFailure, count: number): { ok: false; failure: ModbusFailure } {
  const message = `Only the first ${count} of the registers were written. ${failure.message}`;
  return { ok: false, failure: { kind: 'connectionLost', wasSent: true, message, exception: failure.exception } };
}

const aborted = failed('aborted', false, 'The request was cancelled before it was sent');
const done: ModbusResult = { ok: true, value: undefined };
