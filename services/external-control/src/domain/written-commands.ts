import type { Clock } from '@cellwright/domain/basics';
import {
  assemblySizes,
  type ExternalProtocol,
  type LineCommandBit,
  lineCommandBits,
  outputParts,
  ownerValues,
  readPart,
  writePart,
} from '@cellwright/domain/robot';
import { LineCommands } from './line-commands.ts';
import type { Ownership } from './ownership.ts';

/** A connection or session of a client that writes commands. */
export interface WritingClient<ID extends number | string = number | string> {
  readonly id: ID;
  /** Address of its host; over OPC UA with its user. */
  readonly peer: string;
}

/** Values that one request writes. */
export interface CommandWrite {
  readonly Command?: number | undefined;
  readonly LineHeartbeat?: number | undefined;
  readonly Owner?: number | undefined;
}

export type WriteRefusal = 'busy' | 'illegalValue';

export interface WrittenCommandsDeps {
  readonly protocol: ExternalProtocol;
  readonly ownership: Ownership;
  readonly clock: Clock;
  /** Time without a write after which the owner is lost, ms; undefined if the protocol itself notices lost clients. */
  readonly watchdogMS: number | undefined;
  readonly onCommand: (name: LineCommandBit) => void;
  /** The owner was lost. Called once for each loss; not when it ends its ownership. */
  readonly onOwnerLost: (peer: string) => void;
}

const [commandPart, , heartbeatPart] = outputParts;
const commandLimit = 2 ** lineCommandBits.length;
const stopValue = 2 ** lineCommandBits.indexOf('Stop');

/**
 * Commands that clients write, and their owner. A client becomes the owner by its first write. With a watchdog it has to
 * write again in time; when its connection closes, a new one from the same host continues, and another host waits for
 * the watchdog.
 */
export class WrittenCommands {
  lossCount = 0;
  private readonly deps: WrittenCommandsDeps;
  private readonly commands = new LineCommands();
  private data = new Uint8Array(assemblySizes.output);
  private held: { readonly peer: string; connectionID: number | string | undefined } | undefined;
  private cancelWatchdog = () => {};

  constructor(deps: WrittenCommandsDeps) {
    this.deps = deps;
  }

  /** Written values, as the output assembly. */
  get image(): Uint8Array {
    return this.data;
  }

  isOwner({ id }: Pick<WritingClient, 'id'>): boolean {
    return this.held?.connectionID === id;
  }

  /** Returns the value of the register `Owner` for a client. */
  readOwner(client: Pick<WritingClient, 'id'>): number {
    if (this.isOwner(client)) return ownerValues.self;
    return this.held || this.isTaken ? ownerValues.other : ownerValues.none;
  }

  /** Value of the variable `Owner` that is the same for every client of this protocol. */
  get ownerValue(): number {
    if (this.held) return ownerValues.self;
    return this.isTaken ? ownerValues.other : ownerValues.none;
  }

  /** Takes the values of one request together, or refuses them all. */
  write(client: WritingClient, { Owner: owner, ...values }: CommandWrite): WriteRefusal | undefined {
    if ((values.Command ?? 0) >= commandLimit) return 'illegalValue';
    if (owner !== undefined && owner !== ownerValues.none && owner !== ownerValues.self) return 'illegalValue';
    if (!this.mayWrite(client)) {
      this.obeyStop(values);
      return 'busy';
    }
    if (owner === ownerValues.none) {
      this.release();
      return undefined;
    }
    this.hold(client);
    const data = this.data.slice();
    if (values.LineHeartbeat !== undefined) writePart(data, heartbeatPart, values.LineHeartbeat);
    if (values.Command !== undefined) writePart(data, commandPart, values.Command);
    this.data = data;
    if (values.Command !== undefined) this.readCommands();
    return undefined;
  }

  /** Carries out a Stop of a write that is refused: a Stop counts for every client. */
  obeyStop({ Command: command = 0 }: CommandWrite): void {
    if (Math.floor(command / stopValue) % 2 === 1) this.deps.onCommand('Stop');
  }

  /** Value of the register `Command`. */
  get commandValue(): number {
    return readPart(this.data, commandPart);
  }

  /** Lets a new connection of the same host continue. */
  endConnection({ id }: Pick<WritingClient, 'id'>): void {
    if (this.held?.connectionID === id) this.held.connectionID = undefined;
  }

  /** Ends the ownership of a client whose session ended in order or was lost. */
  endSession(client: Pick<WritingClient, 'id'>, isLost: boolean): void {
    if (!this.isOwner(client)) return;
    if (isLost) this.lose();
    else this.release();
  }

  /** Ends the ownership in order. */
  release(): void {
    this.cancelWatchdog();
    if (!this.held) return;
    this.held = undefined;
    this.data = new Uint8Array(assemblySizes.output);
    this.commands.reset();
    this.deps.ownership.release(this.deps.protocol);
  }

  private get isTaken(): boolean {
    return this.deps.ownership.isTakenFrom(this.deps.protocol);
  }

  private mayWrite({ id, peer }: WritingClient): boolean {
    if (!this.held) return !this.isTaken;
    if (this.held.connectionID === undefined) return this.held.peer === peer;
    return this.held.connectionID === id;
  }

  private hold({ id, peer }: WritingClient): void {
    const { ownership, clock, watchdogMS, protocol } = this.deps;
    if (!this.held) ownership.take(protocol, peer);
    this.held = { peer, connectionID: id };
    this.cancelWatchdog();
    if (watchdogMS !== undefined) this.cancelWatchdog = clock.schedule(watchdogMS, () => this.lose());
  }

  private lose(): void {
    const { peer } = this.held ?? {};
    if (peer === undefined) return;
    this.release();
    this.lossCount += 1;
    this.deps.onOwnerLost(peer);
  }

  /** Bits that are set with the owner's first command start nothing, as with every line. */
  private readCommands(): void {
    const image = { data: this.data, isRun: true, isFirst: false, isExplicit: false };
    for (const name of this.commands.read(image)) this.deps.onCommand(name);
  }
}
