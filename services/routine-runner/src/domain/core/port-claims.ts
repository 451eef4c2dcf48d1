import type { Clock } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import { type FlangeSupply, type IOPortRef, ioPortName } from '@cellwright/domain/robot';
import type { CellEquipment, PortClaim, SessionLog } from '../cell.ts';

/** Interval of requests to an equipment service that did not answer, ms. */
const askAgainMS = 1000;

/** Ports of enabled devices. */
export interface AssignedPorts {
  /** Full names of the ports. */
  readonly names: readonly string[];
  /** Supply that the devices on the flange agree on; null when none needs one. */
  readonly flangeSupply: FlangeSupply | null;
}

export interface PortClaimsParts {
  readonly equipment: Pick<CellEquipment, 'listPortClaims'>;
  /** Publishes the ports of devices and their supply of the flange. Absent: not published. */
  readonly saveAssigned?: ((assigned: AssignedPorts) => Promise<void>) | undefined;
  readonly clock: Clock;
  readonly log: SessionLog;
}

/**
 * The ports that belong to devices of the cell, which neither a person nor a step may set. While they are unknown,
 * nothing is blocked: the service that would drive the device is away as well.
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

  /** All claims, as last received. */
  get current(): readonly PortClaim[] {
    return this.claims;
  }

  /** Reads the claims at the start and after a change of a device, and again until the equipment service answers. */
  refresh(): Promise<void> {
    this.cancelAsking();
    // One request after the other, so that the newest answer is kept.
    this.asking = this.asking.then(() => this.ask());
    return this.asking;
  }

  /** Sets the ports of external control, by full name. */
  setExternal(names: readonly string[]): void {
    this.external = new Set(names);
  }

  /** Returns the reason why these outputs cannot be set manually or by a step; undefined when they can. */
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
      log.warn('the ports of devices are unknown; the last known ones stay', { error });
      this.askAgain();
    }
  }

  /** Publishes the ports for people; commands that set a port do not wait for it. */
  private async save(): Promise<void> {
    if (this.isClosed) return;
    try {
      const flangeSupply = this.claims.find((claim) => claim.flangeSupply)?.flangeSupply ?? null;
      await this.parts.saveAssigned?.({ names: this.claims.map(ioPortName), flangeSupply });
    } catch (error) {
      this.parts.log.warn('the ports of devices could not be published; retrying', { error });
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
