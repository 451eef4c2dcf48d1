import type { Clock } from '@cellwright/domain/basics';
import type { RobotRecord } from '@cellwright/domain/robot';
import type { RobotSessionState } from '@cellwright/domain/run';
import type { SessionLog } from '../cell.ts';

/** Fields of the robot's record that its session sets; users set the rest. */
export type RobotFacts = Pick<
  RobotRecord,
  | 'model'
  | 'isTwin'
  | 'latestRoutineID'
  | 'latestRoutineLoadedAt'
  | 'routineRunnerState'
  | 'routineIsPaused'
  | 'speedRestrictionPercentage'
  | 'testRunCompletedAt'
  | 'lastActiveAt'
  | 'lastKnownLocalIP'
  | 'lastKnownEthernetIP'
  | 'lastKnownWifiIP'
> & {
  /** Ports by full name that safety rules have for themselves; left out while that is not known. */
  readonly safetyPorts?: readonly string[];
};

export interface RobotReporterParts {
  readonly clock: Clock;
  readonly log: SessionLog;
  readonly readAddresses: () => Pick<RobotFacts, 'lastKnownLocalIP' | 'lastKnownEthernetIP' | 'lastKnownWifiIP'>;
  readonly save: (facts: Partial<RobotFacts>) => Promise<void>;
}

/** Minimum interval of writing the record, which is not a live view, and of retries, ms. */
const intervalMS = 1000;
const retryMS = 10_000;

/** Updates the robot's record to the last state of its session, slowly, and without delaying the session. */
export class RobotReporter {
  private readonly parts: RobotReporterParts;
  private state: RobotSessionState | undefined;
  private safetyPorts: readonly string[] | undefined;
  /** Fields as last written. */
  private told: Partial<RobotFacts> = {};
  private times: Partial<RobotFacts> = {};
  private cancel: (() => void) | undefined;
  private isClosed = false;

  constructor(parts: RobotReporterParts) {
    this.parts = parts;
  }

  /** Called with the session's state after every change. @param safetyPorts see RobotFacts; undefined while unknown */
  note(state: RobotSessionState, safetyPorts?: readonly string[]): void {
    const { state: previous } = this;
    if (state === previous) return;
    this.state = state;
    this.safetyPorts = safetyPorts;
    this.noteTimes(state, previous);
    this.schedule(intervalMS);
  }

  close(): void {
    this.isClosed = true;
    this.cancel?.();
  }

  private noteTimes(state: RobotSessionState, previous: RobotSessionState | undefined): void {
    const at = this.parts.clock.wallNow().toISOString();
    const { routine, run, kind, testRunSpeed } = state;
    if (routine && (routine.id !== previous?.routine?.id || routine.version !== previous.routine.version))
      this.times = { ...this.times, latestRoutineID: routine.id, latestRoutineLoadedAt: at };
    if (previous && kind !== previous.kind) this.times = { ...this.times, lastActiveAt: at };
    const isEnded = run?.status === 'completed' && previous?.run?.id === run.id && previous.run.status !== 'completed';
    if (isEnded && testRunSpeed !== null) this.times = { ...this.times, testRunCompletedAt: at };
  }

  private schedule(ms: number): void {
    if (this.cancel || this.isClosed) return;
    this.cancel = this.parts.clock.schedule(ms, () => {
      this.write().finally(() => {
        this.cancel = undefined;
        if (this.isBehind()) this.schedule(this.hasFailed ? retryMS : intervalMS);
      });
    });
  }

  private hasFailed = false;

  private async write(): Promise<void> {
    const facts = this.facts();
    if (!facts || !this.isBehind()) return;
    try {
      await this.parts.save(facts);
      this.told = facts;
      this.hasFailed = false;
    } catch (error) {
      // Once per outage.
      if (!this.hasFailed) this.parts.log.warn('the record of the robot was not written', { error });
      this.hasFailed = true;
    }
  }

  private isBehind(): boolean {
    return JSON.stringify(this.facts()) !== JSON.stringify(this.told);
  }

  private facts(): Partial<RobotFacts> | undefined {
    if (!this.state) return undefined;
    const { isTwin, kind, isPaused, speedRestrictionPercentage } = this.state;
    const { safetyPorts } = this;
    return {
      ...(safetyPorts && { safetyPorts }),
      isTwin,
      routineRunnerState: { kind, isPaused },
      routineIsPaused: isPaused && kind === 'RoutineRunning',
      speedRestrictionPercentage,
      ...this.times,
      ...this.parts.readAddresses(),
    };
  }
}
