import { type Clock, createId } from '@cellwright/domain/basics';
import type { ControlHolder, ControlLoss, ControlReason, ControlState } from '@cellwright/domain/robot';
import type { RunnerMessageKind } from '@cellwright/domain/runner-socket';
import type { Caller } from '../core/caller.ts';
import { ControlLease, type Lease } from './lease.ts';

/** A holder whose last connection is lost is shown as lost when it is not back within this, ms. */
export const connectionGraceMS = 10_000;

/** Losses kept until they are acknowledged: the newest of each client. */
const maxLosses = 20;

/** Commands that start a run when none is active. */
const startsRun: ReadonlySet<string> = new Set<RunnerMessageKind>([
  'playRoutine',
  'stepOnce',
  'stepOver',
  'stepInto',
  'runTo',
  'resumeRun',
]);

export type Acquired =
  | { readonly ok: true; readonly lease: Lease }
  | { readonly ok: false; readonly heldByName: string };

export interface ControlHost {
  readonly clock: Clock;
  isRunActive(): boolean;
  /** Shows lease and holder to all clients, in one change. */
  show(lease: Lease | null, control: ControlState): void;
  /** Called when the grace period of a holder without a connection is over. */
  handleLostHolder(holderName: string): void;
}

/** Returns the id of the client behind a connection: its session or token; of a caller without one, the connection. */
export function clientIDOf({ clientID, sessionID }: Caller): string {
  return clientID || sessionID;
}

/**
 * Decides who controls the robot: one client at a time. Without a run the client with the lease is the holder. While a run is active
 * the holder stays when its lease expires, by its session or token, so that a reload or a reconnect finds it as it was.
 */
export class ControlArbiter {
  readonly lease: ControlLease;
  private readonly host: ControlHost;
  private holder: ControlHolder | null = null;
  private losses: readonly ControlLoss[] = [];
  /** Open connections of the holder that sent a message since it holds control. */
  private readonly connections = new Set<string>();
  /** Clients about to take control: they pause, or take over, while the arm stops. */
  private readonly incoming = new Set<Caller>();
  private startCount = 0;
  private cancelGrace: () => void = () => undefined;

  constructor(host: ControlHost) {
    this.host = host;
    this.lease = new ControlLease(host.clock, (lease) => {
      if (!lease && !host.isRunActive()) this.clear();
      this.publish();
    });
  }

  /** True while a command that starts a run is being carried out. */
  get isStarting(): boolean {
    return this.startCount > 0;
  }

  /** Returns the name of another client that holds control, or is taking it over. */
  findOther(caller: Caller): string | undefined {
    const clientID = clientIDOf(caller);
    for (const incoming of this.incoming) if (clientIDOf(incoming) !== clientID) return incoming.name;
    const { holder } = this;
    return holder && holder.clientID !== clientID ? holder.name : undefined;
  }

  /** True if a take-over by this connection must first end current activities. */
  isHeldFor(caller: Caller): boolean {
    const { current } = this.lease;
    return this.findOther(caller) !== undefined || (current !== null && current.holderID !== caller.sessionID);
  }

  /** Takes control if no other client has it; the holder renews its lease. */
  acquire(caller: Caller, reason: ControlReason, name?: string): Acquired {
    const heldByName = this.findOther(caller);
    if (heldByName !== undefined) return { ok: false, heldByName };
    const { current } = this.lease;
    if (current && current.holderID !== caller.sessionID) return { ok: false, heldByName: current.holderName };
    if (!this.holder) this.hold(caller, reason, name);
    const granted = this.lease.acquire(caller.sessionID, name ?? caller.name);
    if (!granted.ok) return { ok: false, heldByName: granted.heldBy.holderName };
    return granted;
  }

  /** Refuses all other clients until the returned function is called: this one is about to get control. */
  reserve(caller: Caller): () => void {
    const incoming = { ...caller };
    this.incoming.add(incoming);
    return () => void this.incoming.delete(incoming);
  }

  /** Gives control to a client that confirmed it. The arm has been stopped first. */
  takeOver(caller: Caller, name?: string): Lease {
    if (this.holder?.clientID !== clientIDOf(caller)) this.hold(caller, 'tookOver', name);
    const lease = this.lease.takeOver(caller.sessionID, name ?? caller.name);
    this.publish();
    return lease;
  }

  /** Gives control to the client that paused the run; the lease of a former holder ends. */
  grantToPauser(caller: Caller): void {
    // The run ended in the meantime, so nothing else would end its control.
    if (!this.host.isRunActive()) return;
    const isNew = this.holder?.clientID !== clientIDOf(caller);
    this.hold(caller, 'paused');
    const { current } = this.lease;
    if (isNew && current) this.lease.release(current.holderID);
    this.publish();
  }

  /** Records the last action of the holder. */
  setReason(caller: Caller, reason: ControlReason): void {
    const { holder } = this;
    if (holder?.clientID !== clientIDOf(caller) || holder.reason === reason) return;
    this.holder = { ...holder, reason };
    this.publish();
  }

  /** Releases the lease; no effect if another connection holds it. */
  release(caller: Caller): void {
    const { current } = this.lease;
    const isOwn = this.holder?.clientID === clientIDOf(caller);
    if (!isOwn || (current && current.holderID !== caller.sessionID)) return;
    this.clear();
    this.lease.release(caller.sessionID);
    this.publish();
  }

  /** Every message of the holder is a sign of life, on whichever of its connections. */
  handleMessage(caller: Caller): void {
    this.lease.signOfLife(caller.sessionID);
    const { holder } = this;
    if (holder?.clientID !== clientIDOf(caller)) return;
    this.addConnection(caller);
    if (!holder.isLost) return;
    this.holder = { ...holder, isLost: false };
    this.publish();
  }

  /** The client waits for a response until the returned function is called, so it is not lost. */
  openCall(caller: Caller, kind: string): () => void {
    const close = this.lease.openCall(caller.sessionID);
    if (!startsRun.has(kind)) return close;
    this.startCount += 1;
    return () => {
      this.startCount -= 1;
      close();
    };
  }

  handleConnectionLost(sessionID: string): void {
    const wasLast = this.connections.delete(sessionID) && this.connections.size === 0;
    this.lease.release(sessionID);
    if (wasLast && this.holder) this.cancelGrace = this.host.clock.schedule(connectionGraceMS, () => this.markLost());
  }

  /** Ends control that only the run kept. */
  handleRunEnded(): void {
    if (this.lease.current || !this.holder) return;
    this.clear();
    this.publish();
  }

  acknowledgeLoss(caller: Caller, lossID: string): void {
    this.losses = this.losses.filter(({ id, clientID }) => id !== lossID || clientID !== clientIDOf(caller));
    this.publish();
  }

  close(): void {
    this.cancelGrace();
  }

  private hold(caller: Caller, reason: ControlReason, name = caller.name): void {
    const clientID = clientIDOf(caller);
    const { holder } = this;
    if (holder?.clientID === clientID) this.holder = { ...holder, reason };
    else {
      if (holder && (reason === 'paused' || reason === 'tookOver')) this.addLoss(holder.clientID, name, reason);
      this.clear();
      const kind = caller.access === 'session' || caller.isPage ? 'person' : 'program';
      this.holder = { clientID, name, kind, since: this.wallNow(), reason, isLost: false };
      this.losses = this.losses.filter((loss) => loss.clientID !== clientID);
    }
    this.addConnection(caller);
  }

  private addLoss(clientID: string, byName: string, reason: ControlLoss['reason']): void {
    const loss: ControlLoss = { id: createId('lease'), clientID, byName, reason, at: this.wallNow() };
    this.losses = [...this.losses.filter((other) => other.clientID !== clientID), loss].slice(-maxLosses);
  }

  private addConnection({ door, sessionID }: Caller): void {
    this.cancelGrace();
    // Requests without a connection of their own have none to lose.
    if (door === undefined || door === 'socket') this.connections.add(sessionID);
  }

  private markLost(): void {
    if (!this.holder) return;
    this.holder = { ...this.holder, isLost: true };
    this.publish();
    this.host.handleLostHolder(this.holder.name);
  }

  private clear(): void {
    this.cancelGrace();
    this.connections.clear();
    this.holder = null;
  }

  private publish(): void {
    this.host.show(this.lease.current, { holder: this.holder, losses: [...this.losses] });
  }

  private wallNow(): string {
    return this.host.clock.wallNow().toISOString();
  }
}
