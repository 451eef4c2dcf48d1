import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import { deviceMessages } from '@cellwright/domain/messages';
import { connectAnywhere, type OpenSocket, whenConnected } from './connecting.ts';
import { LineSplitter } from './line-splitter.ts';
import {
  type LineFailure,
  type LineGreeting,
  type LineOptions,
  type LineResult,
  type LineTarget,
  lineEnd,
  type OpenLines,
} from './lines.ts';
import { shareLines, type TimedLines } from './shared-lines.ts';
import { recordSockets } from './traffic/record-sockets.ts';

/** An answer of a machine is some dozen characters; a peer that sends this much is no such device. */
const longestLine = 1024;
const maxBytesPerQuestion = 64 * 1024;

/**
 * Lines over TCP: framing, time-outs and hostile peers.
 * @param openSocket how connections are opened: to hosts that people typed, by the rules of the cell's egress
 */
export function createLineTcp(clock: Clock, openSocket: OpenSocket = connectAnywhere): OpenLines {
  const open = recordSockets(openSocket);
  return shareLines((target) => new LineClient(target, clock, open));
}

const noSingleLine = 'A question to a device is a single line of text, without control characters';

/** A line break would be the end of this question, and the beginning of another. */
function hasControlCharacter(text: string): boolean {
  return [...text].some((character) => character < ' ' || character === '\u007f');
}

class LineClient implements TimedLines {
  readonly #target: LineTarget;
  readonly #clock: Clock;
  readonly #openSocket: OpenSocket;
  readonly #closing = new AbortController();
  #connection: LineConnection | undefined;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(target: LineTarget, clock: Clock, openSocket: OpenSocket) {
    this.#target = target;
    this.#clock = clock;
    this.#openSocket = openSocket;
  }

  ask(
    question: string,
    isAnswer: (line: string) => boolean,
    { signal, timeoutMS }: LineOptions & { readonly timeoutMS: number },
  ): Promise<LineResult> {
    const result = this.#turn.then(() => this.#send({ question, isAnswer, timeoutMS }, signal));
    this.#turn = result;
    return result;
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#connection?.end();
    await this.#turn;
  }

  async #send({ question, isAnswer, timeoutMS }: Question, signal?: AbortSignal): Promise<LineResult> {
    const isAborted = () => this.#closing.signal.aborted || signal?.aborted === true;
    if (isAborted()) return aborted;
    if (hasControlCharacter(question)) return failed('invalidQuestion', false, noSingleLine);
    const lost = await this.#connect(timeoutMS);
    if (lost) return lost;
    if (isAborted() || !this.#connection) return aborted;
    return this.#connection.exchange({ question, isAnswer, timeoutMS });
  }

  /** Opens the connection. Only one request runs at a time, so no other call connects meanwhile. */
  async #connect(timeoutMS: number): Promise<LineResult | undefined> {
    if (this.#connection?.isOpen) return undefined;
    this.#connection = undefined;
    const socket = this.#openSocket(this.#target);
    const connected = await whenConnected(socket, this.#target, this.#clock, this.#closing.signal);
    if (!connected.ok) return connected.aborted ? aborted : failed('unreachable', false, connected.message);
    const connection = new LineConnection(socket, this.#clock);
    this.#connection = connection;
    const { greeting } = this.#target;
    return greeting && greet(connection, greeting, timeoutMS);
  }
}

/** Asks until the device understands, or has been asked often enough. Returns the failure if nothing answers. */
async function greet(
  connection: LineConnection,
  { question, isUnderstood, maxTries }: LineGreeting,
  timeoutMS: number,
): Promise<LineResult | undefined> {
  for (let tries = 0; tries < maxTries; tries++) {
    const answer = await connection.exchange({ question, isAnswer: () => true, timeoutMS });
    if (!answer.ok) return { ok: false, failure: { ...answer.failure, wasSent: false } };
    if (isUnderstood(answer.value)) return undefined;
  }
  return undefined;
}

interface Question {
  readonly question: string;
  isAnswer(line: string): boolean;
  readonly timeoutMS: number;
}

interface Asked {
  isAnswer(line: string): boolean;
  settle(result: LineResult): void;
}

/** One open socket and the question on it. */
class LineConnection {
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #lines = new LineSplitter(longestLine);
  #asked: Asked | undefined;
  #received = 0;
  #lossReason = 'The device closed the connection';

  constructor(socket: Socket, clock: Clock) {
    this.#socket = socket;
    this.#clock = clock;
    socket.on('data', (data) => this.#take(data));
    socket.on('error', (error) => {
      this.#lossReason = `The connection to the device failed: ${error.message}`;
    });
    socket.on('close', () => this.#fail('connectionLost', this.#lossReason));
  }

  get isOpen(): boolean {
    return !this.#socket.destroyed && this.#socket.writable;
  }

  /** Whatever is wrong with the answer, the connection ends: a late answer must not meet a later question. */
  exchange({ question, isAnswer, timeoutMS }: Question): Promise<LineResult> {
    if (!this.isOpen) return Promise.resolve(failed('unreachable', false, this.#lossReason));
    return new Promise((resolve) => {
      const cancelTimeout = this.#clock.schedule(timeoutMS, () => {
        this.#fail('timeout', deviceMessages.silentFor(timeoutMS));
        this.end();
      });
      const settle = (result: LineResult) => {
        cancelTimeout();
        this.#asked = undefined;
        resolve(result);
      };
      this.#asked = { isAnswer, settle };
      this.#received = 0;
      this.#socket.write(`${question}${lineEnd}`, 'latin1');
    });
  }

  end(): void {
    this.#lossReason = 'The connection to the device was closed';
    this.#socket.destroy();
  }

  #take(data: Buffer): void {
    this.#received += data.length;
    const lines = this.#received > maxBytesPerQuestion ? undefined : this.#lines.push(data.toString('latin1'));
    if (!lines) {
      this.#fail('invalidAnswer', 'The device sends unexpected data. Check its address');
      this.end();
      return;
    }
    for (const line of lines) if (this.#asked?.isAnswer(line)) this.#asked.settle({ ok: true, value: line });
  }

  #fail(kind: LineFailure['kind'], message: string): void {
    this.#asked?.settle(failed(kind, true, message));
  }
}

function failed(kind: LineFailure['kind'], wasSent: boolean, message: string): LineResult & { ok: false } {
  return { ok: false, failure: { kind, wasSent, message } };
}

const aborted = failed('aborted', false, 'The question was cancelled before it was sent');
