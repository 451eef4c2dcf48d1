import type { Socket } from 'node:net';
import type { Clock } from '@cellwright/domain/basics';
import type { ControllerCommand, LinkProof } from '../commands.ts';
import { maxControllerFrameBytes, restHeartbeatMS } from '../protocol-limits.ts';
import type { CommandResult } from '../refusals.ts';
import { refuse } from '../refusals.ts';
import type { ControllerEvent, ControllerIdentity, ControllerState, RobotDriver } from '../robot-driver.ts';
import { encodeCommand } from '../rpc/command-codec.ts';
import { FrameReader, frameOf } from '../rpc/framing.ts';
import { decodeMessage } from '../rpc/message-codec.ts';
import { StateDecoder } from '../rpc/state-codec.ts';
import { CommandSender, Listeners } from './command-sender.ts';
import { type Answer, PendingAnswers } from './pending-answers.ts';

export interface ClientOptions {
  readonly clock: Clock;
  readonly commander: string;
  readonly heartbeatMS: number;
  readonly answerTimeoutMS: number;
}

/** Maximum silence of a live controller: it sends its state every 250 ms. */
const silenceMS = 1000;
/** Extra time that a tick at rest waits for a state to answer, ms. */
const restSlackMS = 60;

/** Driver of a controller that uses this package's protocol. Created by `connectController`. */
export class ControllerClient extends CommandSender implements RobotDriver {
  private readonly socket: Socket;
  private readonly options: ClientOptions;
  private readonly reader = new FrameReader(maxControllerFrameBytes);
  private readonly decoder = new StateDecoder();
  private readonly pending: PendingAnswers;
  private readonly states = new Listeners<ControllerState>();
  private readonly events = new Listeners<ControllerEvent>();
  private readonly disconnections = new Listeners<string>();
  private sequence = 0;
  private quietMS = 0;
  private periodMS: number;
  private tickedAt = 0;
  private newest: ControllerState | undefined;
  private known: ControllerIdentity | undefined;
  private inCommand = false;
  private lostBecause: string | undefined;
  private cancelTick: () => void = () => undefined;
  private onFirstState: () => void = () => undefined;

  constructor(socket: Socket, options: ClientOptions) {
    super(options.commander);
    this.socket = socket;
    this.options = options;
    this.periodMS = options.heartbeatMS;
    this.pending = new PendingAnswers(options.answerTimeoutMS);
    socket.on('data', (chunk) => this.read(chunk));
    socket.on('error', (error) => this.lose(error.message));
    socket.on('end', () => this.lose('the controller closed the line'));
    socket.on('close', () => this.lose('the line closed'));
    this.scheduleTick();
  }

  get identity(): ControllerIdentity {
    if (this.known === undefined) throw new Error('the controller has not introduced itself yet');
    return this.known;
  }

  get state(): ControllerState {
    if (this.newest === undefined) throw new Error('the controller has not sent a state yet');
    return this.newest;
  }

  get isConnected(): boolean {
    return this.lostBecause === undefined;
  }

  get isInCommand(): boolean {
    return this.isConnected && this.inCommand;
  }

  /** Sends hello and waits for the response and the first state. Returns the reason of a failure, if any. */
  async introduce(hello: {
    readonly proof: LinkProof;
    readonly takesCommand: boolean;
    readonly epoch: number;
    readonly timeoutMS: number;
  }): Promise<string | undefined> {
    const expired = new AbortController();
    const timeout = this.options.clock.sleep(hello.timeoutMS, expired.signal).then(
      () => `the controller did not answer within ${Math.round(hello.timeoutMS)} ms`,
      () => undefined,
    );
    const firstState = new Promise<void>((resolve) => {
      this.onFirstState = resolve;
    });
    const greeted = this.ask(
      { kind: 'hello', commander: this.options.commander, takesCommand: hello.takesCommand, proof: hello.proof },
      hello.epoch,
    ).then(async ({ result, identity }) => {
      if (!result.ok) return result.refusal.message;
      if (identity === undefined) return 'the controller did not say what it is';
      this.known = identity;
      if (this.newest === undefined) await firstState;
      return undefined;
    });
    try {
      return await Promise.race([greeted, timeout]);
    } finally {
      expired.abort();
    }
  }

  onState(listener: (state: ControllerState) => void): () => void {
    return this.states.add(listener);
  }

  onEvent(listener: (event: ControllerEvent) => void): () => void {
    return this.events.add(listener);
  }

  onDisconnected(listener: (reason: string) => void): () => void {
    return this.disconnections.add(listener);
  }

  async getLog({ after, limit }: Parameters<RobotDriver['getLog']>[0]): ReturnType<RobotDriver['getLog']> {
    const { log } = await this.ask({ kind: 'getLog', after, limit }, 0);
    return log === undefined ? null : { entries: log.entries, newest: log.newest };
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((resolve) => {
      if (this.socket.closed) resolve();
      else this.socket.once('close', () => resolve());
    });
    this.lose('closed by this side', { flush: true });
    await closed;
  }

  protected async send(command: ControllerCommand, epoch = this.newest?.stopEpoch ?? 0): Promise<CommandResult> {
    return (await this.ask(command, epoch)).result;
  }

  private ask(command: ControllerCommand, epoch: number): Promise<Answer> {
    if (this.lostBecause !== undefined) {
      return Promise.resolve({
        result: refuse('not_connected', `No connection to the controller: ${this.lostBecause}`),
      });
    }
    const sequence = this.nextSequence();
    const answer = this.pending.add(sequence);
    this.socket.write(frameOf(encodeCommand({ sequence, epoch, command })));
    return answer;
  }

  private nextSequence(): number {
    this.sequence = (this.sequence + 1) >>> 0;
    return this.sequence;
  }

  private scheduleTick(): void {
    const { clock } = this.options;
    const delayMS = this.isAtRest ? this.periodMS + restSlackMS : this.periodMS;
    this.tickedAt = clock.now();
    this.cancelTick = clock.schedule(delayMS, () => this.tick());
  }

  private tick(): void {
    this.pending.pass(this.periodMS);
    this.quietMS += this.periodMS;
    if (this.quietMS > silenceMS) {
      this.lose(`the controller has been silent for ${silenceMS} ms`);
      return;
    }
    this.beat();
    this.scheduleTick();
  }

  private get isAtRest(): boolean {
    return this.periodMS >= restHeartbeatMS;
  }

  /** At rest a heartbeat answers the regular state: an idle cell wakes up half as often. */
  private tickWithState(): void {
    if (!this.isAtRest || this.options.clock.now() - this.tickedAt < restHeartbeatMS - restSlackMS) return;
    this.cancelTick();
    this.tick();
  }

  private beat(): void {
    if (this.inCommand) this.socket.write(heartbeatFrame);
  }

  /** Slows the heartbeat while the brakes are engaged; full rate from the first state with released brakes. */
  private adaptHeartbeat({ mode }: ControllerState): void {
    const isSecured = mode === 'braked' || mode === 'fault';
    const periodMS = isSecured ? Math.max(restHeartbeatMS, this.options.heartbeatMS) : this.options.heartbeatMS;
    if (periodMS === this.periodMS) return;
    this.periodMS = periodMS;
    this.cancelTick();
    this.beat();
    this.scheduleTick();
  }

  private read(chunk: Uint8Array): void {
    this.quietMS = 0;
    const result = this.reader.push(chunk);
    if (!result.ok) {
      this.lose(result.problem);
      return;
    }
    for (const frame of result.frames) {
      if (this.lostBecause !== undefined) return;
      this.readFrame(frame);
    }
  }

  private readFrame(frame: Uint8Array): void {
    const decoded = decodeMessage(frame, this.decoder);
    if (!decoded.ok) {
      this.lose(`an unreadable message: ${decoded.problem}`);
      return;
    }
    const { saying } = decoded;
    if (saying?.kind === 'reply') {
      this.pending.settle(saying.sequence, { result: saying.result, identity: saying.identity });
    } else if (saying?.kind === 'log') {
      this.pending.settle(saying.sequence, { result: { ok: true }, log: saying });
    } else if (saying?.kind === 'state') {
      this.newest = saying.state;
      this.inCommand = saying.inCommand;
      this.adaptHeartbeat(saying.state);
      this.tickWithState();
      this.onFirstState();
      this.states.call(saying.state);
    } else if (saying?.kind === 'event') {
      this.events.call(saying.event);
    }
  }

  private lose(reason: string, { flush = false } = {}): void {
    if (this.lostBecause !== undefined) return;
    this.lostBecause = reason;
    this.cancelTick();
    // A stop sent just before closing must still arrive.
    if (flush) this.socket.destroySoon();
    else this.socket.destroy();
    this.pending.failAll(reason);
    this.disconnections.call(reason);
  }
}

const heartbeatFrame = frameOf(encodeCommand({ sequence: 0, epoch: 0, command: { kind: 'heartbeat' } }));
