import type { Socket } from 'node:net';
import {
  type CommandEnvelope,
  decodeCommand,
  FrameReader,
  frameOf,
  maxCommanderFrameBytes,
  maxWatcherFrameBytes,
} from '@cellwright/controller-link';
import { peerNames } from '@cellwright/service-kit/callers';

/** States are skipped for a peer with more unread bytes than this; the next state is complete. */
const skipStatesAbove = 64 * 1024;
/** A peer with more unread bytes than this is disconnected. */
const cutOffAbove = 2 * 1024 * 1024;

export interface ConnectionHandlers {
  /** Called when bytes arrived. */
  onInput(): void;
  onCommand(envelope: CommandEnvelope): void;
  /** Called for a message with a known number but unusable content. */
  onMalformed(sequence: number, problem: string): void;
  /** Called once. */
  onClosed(reason: string): void;
}

/** One TCP connection to the controller: frames in, frames out, nothing unbounded. */
export class Connection {
  readonly id: number;
  private readonly socket: Socket;
  private readonly handlers: ConnectionHandlers;
  private readonly reader = new FrameReader(maxWatcherFrameBytes);
  private isClosed = false;

  constructor(id: number, socket: Socket, handlers: ConnectionHandlers) {
    this.id = id;
    this.socket = socket;
    this.handlers = handlers;
    socket.setNoDelay(true);
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('end', () => this.close('closed the line'));
    socket.on('error', (error) => this.close(error.message));
    socket.on('close', () => this.close('the line closed'));
  }

  /** Names of its certificate; undefined without TLS. */
  get names(): readonly string[] | undefined {
    return peerNames(this.socket);
  }

  /** Frames up to the size of a trajectory are accepted from now on. */
  trustLargeFrames(): void {
    this.reader.maxBytes = maxCommanderFrameBytes;
  }

  send(message: Uint8Array): void {
    if (this.isClosed) return;
    this.socket.write(frameOf(message));
    if (this.socket.writableLength > cutOffAbove) this.close('does not read its data');
  }

  /** Sends a state unless the peer is behind; the frame is shared between connections. */
  sendStateFrame(frame: Uint8Array): void {
    if (!this.isClosed && this.socket.writableLength <= skipStatesAbove) this.socket.write(frame);
  }

  close(reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.destroy();
    this.handlers.onClosed(reason);
  }

  /** Sends pending data, then closes. */
  finish(reason: string): void {
    if (this.isClosed) return;
    this.isClosed = true;
    this.socket.destroySoon();
    this.handlers.onClosed(reason);
  }

  private read(chunk: Uint8Array): void {
    this.handlers.onInput();
    const result = this.reader.push(chunk);
    if (!result.ok) {
      this.close(result.problem);
      return;
    }
    for (const frame of result.frames) {
      if (this.isClosed) return;
      this.take(frame);
    }
  }

  private take(frame: Uint8Array): void {
    const decoded = decodeCommand(frame);
    if (decoded.ok) this.handlers.onCommand(decoded.envelope);
    else if (decoded.sequence === undefined) this.close(`sent an unreadable message: ${decoded.problem}`);
    else this.handlers.onMalformed(decoded.sequence, decoded.problem);
  }
}
