import type { Clock } from '@cellwright/domain/basics';
import type { ExternalControlState } from '@cellwright/domain/robot';
import { busSubjects, type EventBus, type Subscription } from '@cellwright/service-kit';

/** Age at which a state is of a process that has ended, ms. */
const maxAgeMS = 3000;

/** Stores the newest state that external control has published. */
export class ExternalControlFeed {
  private readonly clock: Clock;
  private last: { readonly state: ExternalControlState; readonly at: number } | undefined;
  private subscription: Subscription | undefined;

  constructor(clock: Clock) {
    this.clock = clock;
  }

  async open(bus: EventBus): Promise<void> {
    this.subscription = await bus.subscribe(busSubjects.externalControlState.subject, (message) => {
      const { data } = busSubjects.externalControlState.payload.safeParse(message.json());
      if (data) this.last = { state: data, at: this.clock.now() };
    });
  }

  /** Returns the state; undefined while external control does not run. */
  current(): ExternalControlState | undefined {
    return this.last && this.clock.now() - this.last.at <= maxAgeMS ? this.last.state : undefined;
  }

  async close(): Promise<void> {
    await this.subscription?.close();
  }
}
