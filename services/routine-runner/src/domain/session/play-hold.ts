import { type RunnerStateKind, updateClient } from '@cellwright/domain/robot';
import { type Answer, accepted, refuse } from '../answer.ts';
import type { Caller } from '../core/caller.ts';

/** Stores the reason of a hold across restarts. */
export interface HoldStore {
  load(): Promise<string | undefined>;
  /** Undefined when the hold ends. */
  save(reason: string | undefined): Promise<void>;
}

/** A robot session, as far as a hold looks at it. */
export interface HeldSession {
  readonly name: string;
  readonly state: RunnerStateKind;
  readonly isConnected: boolean;
  /** True while a command for the arm is being carried out: a run may be about to start. */
  readonly isPerforming: boolean;
}

/**
 * Keeps all clients but the software update from commanding the robots while an update is installed. Stops are never
 * held.
 */
export class PlayHold {
  #reason: string | undefined;
  readonly #store: HoldStore;

  constructor(store: HoldStore) {
    this.#store = store;
  }

  /** Reason of the hold, for those who are refused; undefined if there is none. */
  get reason(): string | undefined {
    return this.#reason;
  }

  /** Continues a hold from before a restart. */
  async begin(): Promise<void> {
    this.#reason = await this.#store.load();
  }

  /** Refuses a command that needs control, unless it stops or releases the robot. */
  check(caller: Pick<Caller, 'sessionID'>): Answer {
    if (this.#reason === undefined || caller.sessionID === updateClient.id) return accepted;
    return refuse('conflict', this.#reason);
  }

  /**
   * Begins a hold, or changes its reason. Nothing can start between the look at the sessions and the hold.
   * @returns which robot is in use, if one is; the hold does not begin then.
   */
  async hold(reason: string, sessions: readonly HeldSession[]): Promise<string | undefined> {
    const busy = this.#reason === undefined ? findBusy(sessions) : undefined;
    if (busy !== undefined) return busy;
    const before = this.#reason;
    this.#reason = reason;
    try {
      if (before !== reason) await this.#store.save(reason);
    } catch (error) {
      this.#reason = before;
      throw error;
    }
    return undefined;
  }

  async release(): Promise<void> {
    if (this.#reason === undefined) return;
    await this.#store.save(undefined);
    this.#reason = undefined;
  }
}

function findBusy(sessions: readonly HeldSession[]): string | undefined {
  for (const { name, state, isConnected, isPerforming } of sessions) {
    if (state === 'RoutineRunning') return `A routine runs on the ${name} robot`;
    const isQuiet = !isConnected || state === 'Idle' || state === 'Failure';
    if (!isQuiet || isPerforming) return `The ${name} robot is in use`;
  }
  return undefined;
}
