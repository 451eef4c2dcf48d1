import { createServer, type Server, type Socket } from 'node:net';
import { createServer as createSecureServer } from 'node:tls';
import {
  type CommandEnvelope,
  type ControllerCommand,
  type ControllerEvent,
  type ControllerIdentity,
  type ControllerState,
  frameOf,
  type LinkProof,
  MessageEncoder,
  refuse,
  restStateIntervalMS,
} from '@cellwright/controller-link';
import { type Clock, ProductError } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import { type CallerGate, followTLS, tlsServerOptions } from '@cellwright/service-kit/callers';
import type { ControllerCore } from '../domain/controller-core.ts';
import type { Pacer } from '../pacer.ts';
import type { CommanderSilence } from './commander-silence.ts';
import { Connection } from './connection.ts';

/** Maximum number of connections: a commander and some watchers. */
const mostConnections = 16;
/** A connection that has not sent hello within this time is closed, ms. */
const helloTimeoutMS = 2000;
/** Interval of states at rest, slightly shorter than promised, ms. */
const restIntervalMS = restStateIntervalMS - 20;

export interface ServerOptions {
  readonly core: ControllerCore;
  readonly callers: CallerGate;
  readonly pacer: Pacer;
  readonly identity: ControllerIdentity;
  readonly clock: Clock;
  readonly log: Logger;
  readonly silence?: CommanderSilence | undefined;
  /** Called when a restart was accepted and answered. */
  readonly onRestart?: (() => void) | undefined;
}

/** True if the arm cannot move, so that the commander may send less. */
function isSecured({ mode }: ControllerState): boolean {
  return mode === 'braked' || mode === 'fault';
}

interface Peer {
  readonly connection: Connection;
  /** Credentials that the peer has presented. */
  proof: LinkProof | undefined;
  hasSaidHello: boolean;
}

/** The server of the controller: one TCP server, one commander, some watchers. Their messages go to the core. */
export class ControllerServer {
  private readonly options: ServerOptions;
  private readonly encoder = new MessageEncoder();
  private readonly peers = new Map<number, Peer>();
  private readonly server: Server;
  private readonly waiting: ControllerEvent[] = [];
  private connectionCount = 0;
  private sentChanges = -1;
  private isClosing = false;
  private cancelRestState: () => void = () => undefined;

  constructor(options: ServerOptions) {
    this.options = options;
    this.server = this.createServer();
  }

  private createServer(): Server {
    const { tls } = this.options.callers;
    if (!tls) return createServer((socket) => this.accept(socket));
    const options = { ...tlsServerOptions(tls.current), handshakeTimeout: helloTimeoutMS };
    const server = createSecureServer(options, (socket) => this.accept(socket));
    server.on('tlsClientError', (error) => this.options.log.debug('a peer without a valid certificate', { error }));
    followTLS(server, tls);
    return server;
  }

  /** Listens and returns the port. @throws when the port is taken. */
  listen(host: string, port: number): Promise<number> {
    return new Promise((resolve, reject) => {
      this.server.once('error', reject);
      this.server.listen(port, host, () => {
        this.server.off('error', reject);
        const address = this.server.address();
        resolve(typeof address === 'object' && address !== null ? address.port : port);
      });
    });
  }

  get isListening(): boolean {
    return this.server.listening;
  }

  /** Stops accepting new connections. */
  stopListening(): void {
    this.server.close();
  }

  close(): void {
    this.isClosing = true;
    this.cancelRestState();
    this.server.close();
    for (const { connection } of [...this.peers.values()]) connection.finish('the controller shuts down');
  }

  /** Keeps an event for the next `publish`, so that the matching state is sent first. */
  queueEvent(event: ControllerEvent): void {
    this.waiting.push(event);
  }

  /** Sends the state if it may have changed, then the events of that change. */
  publish(): void {
    if (this.options.core.changes !== this.sentChanges) this.sendState();
    for (const event of this.waiting.splice(0)) {
      const message = this.encoder.encodeEvent(event);
      for (const { connection, hasSaidHello } of this.peers.values()) if (hasSaidHello) connection.send(message);
    }
  }

  private accept(socket: Socket): void {
    // An authenticated peer is never kept out by unauthenticated ones.
    if (this.peers.size >= mostConnections) this.findUnproven()?.close('another peer connects, and there is no room');
    if (this.peers.size >= mostConnections) {
      socket.destroy();
      return;
    }
    this.connectionCount += 1;
    const id = this.connectionCount;
    const connection = new Connection(id, socket, {
      onInput: () => this.hear(id),
      onCommand: (envelope) => this.take(id, envelope),
      onMalformed: (sequence, problem) => {
        connection.send(this.encoder.encodeReply(sequence, refuse('malformed', problem)));
      },
      onClosed: (reason) => this.forget(id, reason),
    });
    const peer: Peer = { connection, proof: undefined, hasSaidHello: false };
    this.peers.set(id, peer);
    this.options.clock.schedule(helloTimeoutMS, () => {
      if (!peer.hasSaidHello) connection.close('said no hello');
    });
  }

  private findUnproven(): Connection | undefined {
    return [...this.peers.values()].find(({ hasSaidHello }) => !hasSaidHello)?.connection;
  }

  private hear(id: number): void {
    const { core, clock, silence } = this.options;
    const { time } = this.options.pacer;
    if (core.commanderID === id) silence?.note(id, clock.now() / 1000, !isSecured(core.state));
    core.hear(id, time);
  }

  private take(id: number, envelope: CommandEnvelope): void {
    const peer = this.peers.get(id);
    const { sequence, command } = envelope;
    if (peer === undefined || command.kind === 'heartbeat') return;
    if (!peer.hasSaidHello && command.kind !== 'hello') {
      peer.connection.close('did not begin with hello');
      return;
    }
    if (command.kind === 'hello' && !this.admit(peer, sequence, command)) return;
    if (command.kind === 'getLog') {
      this.sendLog(peer.connection, sequence, command.after, command.limit);
      return;
    }
    const { core, pacer, identity } = this.options;
    // Reading a long trajectory takes time in which its commander was not silent.
    core.hear(id, pacer.time);
    pacer.advance();
    const result = core.apply(id, envelope);
    if (command.kind === 'hello') this.greet(peer, command.commander);
    pacer.schedule();
    this.publish();
    peer.connection.send(this.encoder.encodeReply(sequence, result, command.kind === 'hello' ? identity : undefined));
    if (command.kind === 'restart' && result.ok) this.options.onRestart?.();
  }

  /** Authenticates a connection. Closes it unless it may watch, or command. */
  private admit(peer: Peer, sequence: number, hello: Extract<ControllerCommand, { kind: 'hello' }>): boolean {
    const proof = hello.proof ?? peer.proof;
    const { names } = peer.connection;
    const claim = { caller: proof?.caller ?? '', secret: proof?.secret ?? '', names };
    const method = hello.takesCommand ? 'command' : 'watch';
    const checked = this.options.callers.checkLink(claim, 'ControllerLink', method);
    if (checked instanceof ProductError) {
      peer.connection.send(this.encoder.encodeReply(sequence, refuse('unproven', checked.message)));
      peer.connection.finish(checked.message);
      return false;
    }
    peer.proof = proof;
    return true;
  }

  private greet(peer: Peer, name: string): void {
    peer.hasSaidHello = true;
    const hasCommand = this.options.core.commanderID === peer.connection.id;
    if (hasCommand) peer.connection.trustLargeFrames();
    this.options.log.info('connected', { name, connection: peer.connection.id, hasCommand });
  }

  private forget(id: number, reason: string): void {
    const { core, pacer, log } = this.options;
    this.peers.delete(id);
    log.info('disconnected', { connection: id, reason });
    // The brakes hold the arm by then: a connection closed by this side is not a lost commander.
    if (this.isClosing) return;
    pacer.advance();
    core.disconnect(id, reason);
    pacer.schedule();
    this.publish();
  }

  private sendLog(connection: Connection, sequence: number, after: number, limit: number): void {
    const { core } = this.options;
    connection.send(this.encoder.encodeLog({ sequence, entries: core.logPage(after, limit), newest: core.newestLog }));
  }

  private sendState(): void {
    const { core } = this.options;
    this.sentChanges = core.changes;
    this.scheduleRestState();
    const { state, commanderID } = core;
    let watched: Uint8Array | undefined;
    for (const { connection, hasSaidHello } of this.peers.values()) {
      if (!hasSaidHello) continue;
      if (connection.id === commanderID) {
        connection.sendStateFrame(frameOf(this.encoder.encodeState(state, true)));
      } else {
        watched ??= frameOf(this.encoder.encodeState(state, false));
        connection.sendStateFrame(watched);
      }
    }
  }

  /** Schedules a state at rest: nothing changes then, but silence would look like a broken connection. */
  private scheduleRestState(): void {
    this.cancelRestState();
    if (this.peers.size === 0) return;
    this.cancelRestState = this.options.clock.schedule(restIntervalMS, () => {
      this.options.pacer.advanceThen(() => this.sendState());
    });
  }
}
