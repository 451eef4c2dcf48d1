import type { Clock } from '@cellwright/domain/basics';
import { plannerTimes } from '@cellwright/domain/motion';

/** Health of the planner: a connection that times out or fails marks it unhealthy; it is checked again every second. */
export class HealthMonitor {
  problem: string | undefined;
  private cancelTimer = () => {};
  private isClosed = false;
  private readonly clock: Clock;
  private readonly connect: () => Promise<void>;

  constructor(clock: Clock, connect: () => Promise<void>) {
    this.clock = clock;
    this.connect = connect;
    void this.check();
  }

  markUnhealthy(problem: string): void {
    this.problem ??= problem;
  }

  close(): void {
    this.isClosed = true;
    this.cancelTimer();
  }

  private async check(): Promise<void> {
    try {
      await this.connect();
      this.problem = undefined;
    } catch (error) {
      this.problem = error instanceof Error ? error.message : String(error);
    }
    if (!this.isClosed) this.cancelTimer = this.clock.schedule(plannerTimes.healthPollMS, () => void this.check());
  }
}
