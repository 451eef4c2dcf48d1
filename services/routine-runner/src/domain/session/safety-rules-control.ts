import type { ControllerState } from '@cellwright/controller-link';
import { realTimeOf } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import {
  isSameRules,
  type SafetyRules,
  type SafetyRulesState,
  safetyInputsOf,
  safetyOutputsOf,
} from '@cellwright/domain/robot';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { SafetyRulesSource } from '../cell.ts';
import { definePart, type PartContext } from '../core/part.ts';
import type { SessionCore } from '../core/session-core.ts';

/** Interval of requests to an unresponsive library or controller, ms. */
const askAgainMS = 1000;
/** Interval of comparisons that find changes without an event, ms. */
const compareEveryMS = 30_000;
/** Maximum wait of a release of the brakes in a cell that is still starting, ms. */
const waitAtMostMS = 10_000;

/**
 * Sends the stored safety settings to the robot controller. Rules change while the brakes are engaged; until the
 * controller has the stored ones, the brakes are not released. The known rules stay in force while the library does not
 * answer.
 */
export class SafetyRulesControl {
  private readonly core: SessionCore;
  private readonly source: SafetyRulesSource;
  private stored: SafetyRules | undefined;
  /** Rules in the newest state of the controller, and whether it accepts others. */
  private seen: { readonly rules: SafetyRules | null; readonly isOpen: boolean } | undefined;
  private refusal: string | undefined;
  private isReading = false;
  private isOutdated = false;
  private isAway = false;
  private isApplying = false;
  private isClosed = false;
  private cancelReading = () => {};
  private cancelApplying = () => {};
  private readonly waiters = new Set<() => void>();

  constructor(core: SessionCore, source: SafetyRulesSource) {
    this.core = core;
    this.source = source;
  }

  /**
   * Ports by full name used by rules: the stored rules, even while they wait for the brakes or a controller, and the
   * active rules until they are replaced. Undefined while neither is known.
   */
  get ports(): readonly string[] | undefined {
    const known = [this.seen?.rules, this.stored].flatMap((rules) => rules ?? []);
    if (known.length === 0) return undefined;
    return [...new Set(known.flatMap((rules) => [...safetyInputsOf(rules), ...safetyOutputsOf(rules)]))];
  }

  /** Reads the settings at the start and after a change. */
  follow(): void {
    this.isOutdated = true;
    if (!this.isReading && !this.isClosed) void this.read();
  }

  /** Called with every state of the controller. */
  takeState({ safetyRules, brakes }: ControllerState): void {
    const isOpen = brakes === 'engaged';
    if (this.seen?.rules === safetyRules && this.seen.isOpen === isOpen) return;
    this.seen = { rules: safetyRules, isOpen };
    this.update();
  }

  /** Forgets a disconnected controller; the next one reports its own rules. */
  forgetController(): void {
    this.seen = undefined;
    this.update();
  }

  /** Resolves once the controller has the stored rules; refused when that takes too long, or a stop comes first. */
  async ensureInForce(): Promise<Answer> {
    const { epochs } = this.core;
    const epoch = epochs.current;
    if (this.isInForce()) return accepted;
    if (this.stored === undefined) this.follow();
    else this.apply();
    await this.waitUntilInForce(() => epochs.current !== epoch);
    if (epochs.current !== epoch) return refuse('conflict', messages.stopCameWhileWaiting);
    if (this.isInForce()) return accepted;
    const reason = this.refusal ?? messages.safetyRulesNotTaken;
    const message = this.stored === undefined ? messages.safetyRulesUnknown : messages.safetyRulesNotInForce(reason);
    return refuse('robot_brakes_disengage_failed', message);
  }

  close(): void {
    this.isClosed = true;
    this.cancelReading();
    this.cancelApplying();
    this.wake();
  }

  private isInForce(): boolean {
    return this.status === 'inForce';
  }

  private get status(): SafetyRulesState['status'] {
    const { stored, seen } = this;
    if (stored === undefined || seen === undefined) return 'unknown';
    const isTaken = seen.rules !== null && seen.rules.version === stored.version && isSameRules(seen.rules, stored);
    return isTaken ? 'inForce' : 'pending';
  }

  private async read(): Promise<void> {
    this.isReading = true;
    this.cancelReading();
    let isRead = true;
    while (this.isOutdated && isRead && !this.isClosed) {
      this.isOutdated = false;
      isRead = await this.readOnce();
    }
    this.isReading = false;
    if (this.isClosed) return;
    this.cancelReading = this.core.clock.schedule(isRead ? compareEveryMS : askAgainMS, () => this.follow());
    this.update();
  }

  private async readOnce(): Promise<boolean> {
    try {
      this.stored = await this.source.readSafetyRules();
      this.isAway = false;
      return true;
    } catch (error) {
      // Once per outage, not with every question.
      if (!this.isAway) this.core.log.warn('the safety settings are not read; those of before stay', { error });
      this.isAway = true;
      return false;
    }
  }

  /** Publishes the state of the rules, and sends them if they differ. */
  private update(): void {
    const { store } = this.core;
    const { status } = this;
    const next = { status, storedVersion: this.stored?.version ?? null, inForce: this.seen?.rules ?? null };
    const now = store.state.safetyRules;
    if (JSON.stringify(next) !== JSON.stringify(now)) {
      store.update((state) => {
        state.safetyRules = structuredClone(next);
      });
    }
    if (status === 'pending') this.apply();
    this.wake();
  }

  private apply(): void {
    const { stored, seen } = this;
    const { arm } = this.core;
    const isOver = this.isApplying || this.isClosed || this.status !== 'pending';
    if (isOver || !stored || !seen?.isOpen || !arm.isConnected) return;
    this.cancelApplying();
    this.isApplying = true;
    void this.handOver(stored);
  }

  private async handOver(rules: SafetyRules): Promise<void> {
    const { arm, clock, log } = this.core;
    const answer = await arm.command((driver, epoch) => driver.setSafetyRules({ epoch, rules }));
    this.isApplying = false;
    this.refusal = answer.ok ? undefined : answer.refusal.message;
    if (answer.ok) log.info('the controller goes by the safety settings that are stored', { version: rules.version });
    // Accepted shows with the next state of the controller.
    if (!this.isClosed && !answer.ok) this.cancelApplying = clock.schedule(askAgainMS, () => this.apply());
  }

  private waitUntilInForce(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.waiters.delete(check);
        resolve();
      };
      const check = () => {
        if (this.isInForce() || isOver() || this.isClosed) end();
      };
      const cancel = realTimeOf(this.core.clock).schedule(waitAtMostMS, end);
      this.waiters.add(check);
      check();
    });
  }

  private wake(): void {
    for (const check of [...this.waiters]) check();
  }
}

export interface SafetyRulesOutside {
  readonly safetySettings: SafetyRulesSource;
}

export const safetyRulesPart = definePart({
  name: 'safetyRules',
  start: ({ core, outside }: PartContext<SafetyRulesOutside>) => new SafetyRulesControl(core, outside.safetySettings),
  begin: (rules) => rules.follow(),
  stateChanged: (rules, state) => rules.takeState(state),
  disconnected: (rules) => rules.forgetController(),
  close: (rules) => rules.close(),
});
