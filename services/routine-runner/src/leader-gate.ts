import { once } from 'node:events';
import { ProductError } from '@cellwright/domain/basics';
import type { Logger } from '@cellwright/service-kit';
import type { Leadership, Term } from '@cellwright/service-kit/postgres';
import type { RobotSessions } from './robot-sessions.ts';

/** Interval between attempts to start a term after a failure, ms. */
const retryMS = 1000;

type Terminable = Pick<RobotSessions, 'begin' | 'close' | 'giveUp'>;

export interface LeaderGateParts<Sessions extends Terminable> {
  readonly leadership: Pick<Leadership, 'start' | 'current' | 'win' | 'close'>;
  readonly createSessions: (term: Term) => Sessions;
  readonly sleep: (ms: number) => Promise<void>;
  readonly log: Logger;
  /** Aborted when the cell around this process died. */
  readonly orphaned?: AbortSignal | undefined;
}

/** Has robot sessions exactly while this runner leads, so that two runners on one database never drive one arm. */
export class LeaderGate<Sessions extends Terminable = RobotSessions> {
  private readonly parts: LeaderGateParts<Sessions>;
  private sessions: Sessions | undefined;
  private isClosed = false;
  private running: Promise<void> = Promise.resolve();

  constructor(parts: LeaderGateParts<Sessions>) {
    this.parts = parts;
  }

  /**
   * Starts at once when no other runner leads, else as soon as it is gone. @throws when the first term cannot start.
   */
  async start(): Promise<void> {
    await this.parts.leadership.start();
    const first = this.parts.leadership.current;
    if (first) await this.take(first);
    this.running = this.run();
  }

  get isLeading(): boolean {
    return this.sessions !== undefined;
  }

  /** @throws ProductError `unavailable` while another runner leads. */
  get current(): Sessions {
    if (this.sessions) return this.sessions;
    throw new ProductError('unavailable', 'Another routine runner controls the robots. Try again in a moment');
  }

  /**
   * Ends the sessions, and then lets another runner lead. When the cell around this process died, the run was not
   * stopped by a client: the arm stops, and the next start finds the run interrupted.
   */
  async close(): Promise<void> {
    this.isClosed = true;
    const { sessions } = this;
    await (this.parts.orphaned?.aborted ? sessions?.giveUp() : sessions?.close());
    await this.parts.leadership.close();
    await this.running;
    // A term that started in the meantime.
    if (this.sessions !== sessions) await this.sessions?.giveUp();
  }

  private async run(): Promise<void> {
    while (!this.isClosed) {
      const term = await this.parts.leadership.win();
      if (!term || this.isClosed) return;
      try {
        if (!this.sessions) await this.take(term);
        if (!term.ended.aborted) await once(term.ended, 'abort');
        if (!this.isClosed) await this.leave();
      } catch (error) {
        this.parts.log.error('the robot sessions could not be begun; trying again', { error });
        await this.parts.sleep(retryMS);
      }
    }
  }

  private async take(term: Term): Promise<void> {
    const sessions = this.parts.createSessions(term);
    try {
      await sessions.begin();
    } catch (error) {
      await sessions.giveUp();
      throw error;
    }
    this.sessions = sessions;
  }

  private async leave(): Promise<void> {
    const { sessions } = this;
    // No new session starts while the old ones end.
    this.sessions = undefined;
    await sessions?.giveUp();
  }
}
