import { type Clock, type FlangeSupply, type IOPortRef, ioPortName, messages } from '@cellwright/domain';
import type { CellEquipment, PortClaim, SessionLog } from '../cell.ts';

/** Between questions to an equipment service that did not answer, ms. */
const askAgainMS = 1000;

/** What devices that are switched on are wired to. */
export interface AssignedPorts {
  /** By full name. */
  readonly names: readonly string[];
  /** What those on the flange agree on; null when none needs anything. */
  readonly flangeSupply: FlangeSupply | null;
}

export interface PortClaimsParts {
  readonly equipment: Pick<CellEquipment, 'listPortClaims'>;
  /** Writes where people read it which ports devices have, and what they need of the flange. Absent: nobody does. */
  readonly saveAssigned?: ((assigned: AssignedPorts) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/**
 * Which ports belong to devices of the cell: what a device drives, neither a person nor a step sets. While nobody has
 * said yet, nothing is held back: the service that would drive the device is away as well.
 */
export class PortClaims {
  private readonly parts: PortClaimsParts;
  private claims: readonly PortClaim[] = [];
  private external: ReadonlySet<string> = new Set();
  private asking: Promise<void> = Promise.resolve();
  private saving: Promise<void> = Promise.resolve();
  private isClosed = false;
  private cancelAsking: () => void = () => undefined;

  constructor(parts: PortClaimsParts) {
    this.parts = parts;
  }

  /** All of them, as last heard. */
  get current(): readonly PortClaim[] {
    return this.claims;
  }

  /** A device was changed, or the first look: asks now, and again until the equipment service answers. */
  refresh(): Promise<void> {
    this.cancelAsking();
    // One question after the other, so that the newest answer is kept.
    this.asking = this.asking.then(() => this.ask());
    return this.asking;
  }

  /** The ports that external control has for itself, by full name. */
  setExternal(names: readonly string[]): void {
    this.external = new Set(names);
  }

  /** Why these outputs are not set by hand or by a step; undefined when they may be. */
  async refuse(outputs: readonly IOPortRef[]): Promise<string | undefined> {
    await this.asking;
    for (const output of outputs) {
      const claim = this.claims.find(({ kind, port, use }) => use === 'driven' && isSame(output, { kind, port }));
      if (claim) return messages.portBelongsToDevice(ioPortName(output), claim.deviceName);
      if (this.external.has(ioPortName(output))) return messages.portBelongsToExternalControl(ioPortName(output));
    }
    return undefined;
  }

  close(): void {
    this.isClosed = true;
    this.cancelAsking();
  }

  private async ask(): Promise<void> {
    const { equipment, log } = this.parts;
    if (this.isClosed) return;
    try {
      this.claims = await equipment.listPortClaims();
      this.saving = this.saving.then(() => this.save());
    } catch (error) {
      log.warn('which ports belong to devices is not known; what was known of it stays', { error });
      this.askAgain();
    }
  }

  /** Nobody who sets a port waits for it: it is for people to read. */
  private async save(): Promise<void> {
    if (this.isClosed) return;
    try {
      const flangeSupply = this.claims.find((claim) => claim.flangeSupply)?.flangeSupply ?? null;
      await this.parts.saveAssigned?.({ names: this.claims.map(ioPortName), flangeSupply });
    } catch (error) {
      this.parts.log.warn('which ports belong to devices could not be written down; it is tried again', { error });
      this.askAgain();
    }
  }

  private askAgain(): void {
    if (!this.isClosed) this.cancelAsking = this.parts.clock.schedule(askAgainMS, () => void this.refresh());
  }
}

function isSame(one: IOPortRef, other: IOPortRef): boolean {
  return one.kind === other.kind && one.port === other.port;
}
