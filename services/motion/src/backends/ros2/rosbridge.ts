import { type Clock, ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { Logger } from '@cellwright/service-kit';
import * as z from 'zod';
import { PlanTimeout } from '../../domain/plan-within.ts';
import { Line } from '../line.ts';

/** Timeouts of the middleware in the specification, ms. */
export const rosTimes = {
  serviceWaitMS: 100,
  serviceMS: 3000,
  forwardKinematicsMS: 1000,
  inverseKinematicsMS: 100,
  actionClientMS: 3000,
  feedbackMS: 3000,
  motionGoalPerTargetMS: 5000,
  checkMS: 100,
  jogFeedbackMS: 1000,
} as const;

/** GoalStatus of action_msgs. */
const goalStatus = { succeeded: 4, cancelled: 5 } as const;

const incomingSchema = z.discriminatedUnion('op', [
  z.object({ op: z.literal('service_response'), id: z.string(), result: z.boolean(), values: z.unknown() }),
  z.object({ op: z.literal('action_feedback'), id: z.string(), values: z.unknown() }),
  z.object({
    op: z.literal('action_result'),
    id: z.string(),
    result: z.boolean(),
    status: z.number().optional(),
    values: z.unknown(),
  }),
]);
type Incoming = z.infer<typeof incomingSchema>;

export interface GoalOptions {
  readonly action: string;
  readonly actionType: string;
  readonly args: object;
  /** The goal is cancelled without feedback for this long. */
  readonly feedbackMS: number;
  /** Undefined for a goal without a time limit. */
  readonly resultMS: number | undefined;
  /** True if feedback must keep coming, as for a jog. */
  readonly needsSteadyFeedback?: boolean;
}

/** Services and actions of a ROS 2 system through rosbridge (its protocol 2.x): JSON over one WebSocket. */
export class Rosbridge {
  private readonly waiting = new Map<string, (message: Incoming | { op: 'lost' }) => void>();
  private readonly line: Line;
  private readonly clock: Clock;
  private lastID = 0;

  constructor({ url, clock, log, onLost }: { url: string; clock: Clock; log: Logger; onLost: (why: string) => void }) {
    this.clock = clock;
    this.line = new Line({
      url,
      clock,
      log,
      onMessage: (message) => {
        const { data } = incomingSchema.safeParse(message);
        if (data) this.waiting.get(data.id)?.(data);
        else log.debug('unexpected message from rosbridge', { message });
      },
      onLost: (why) => {
        for (const tell of [...this.waiting.values()]) tell({ op: 'lost' });
        onLost(why);
      },
    });
  }

  open(): Promise<void> {
    return this.line.open();
  }

  /** Calls a service. @throws ProductError unavailable with the text of the specification. */
  async callService(service: string, args: object, timeoutMS: number = rosTimes.serviceMS): Promise<unknown> {
    await this.waitForConnection(messages.serviceNotAvailableAfterWaiting(service), rosTimes.serviceWaitMS);
    return this.ask<unknown>({ op: 'call_service', service, args }, (end) => {
      const cancel = this.clock.schedule(timeoutMS, () => end.fail(messages.serviceTimedOut(service, timeoutMS)));
      return {
        cancel,
        take: (message) => {
          if (message.op !== 'service_response') return end.fail(messages.serviceNoResponse(service));
          if (message.result) return end.succeed(message.values);
          const isMissing = /not exist|not available|unknown/i.test(String(message.values));
          end.fail(isMissing ? messages.serviceNotAvailable(service) : messages.serviceNoResponse(service));
        },
      };
    });
  }

  /**
   * Sends a goal and waits for its result. Aborting cancels the goal. @throws ProductError with the text of the
   * specification
   */
  async sendGoal(goal: GoalOptions, signal: AbortSignal): Promise<unknown> {
    await this.waitForConnection(messages.goalTimedOut, rosTimes.actionClientMS);
    signal.throwIfAborted();
    const { action, actionType, args } = goal;
    const packet = { op: 'send_action_goal', action, action_type: actionType, args, feedback: true };
    return this.ask<unknown>(packet, (end, id) => {
      const cancelGoal = () => this.line.send({ op: 'cancel_action_goal', id, action });
      const onAbort = () => {
        cancelGoal();
        if (!(signal.reason instanceof PlanTimeout)) return end.fail(messages.goalCancelled);
        // The caller stops waiting: it gets the missing answer as the reason, and not the cancellation.
        end.fail(watch.hasFeedback ? messages.goalTimedOut : messages.feedbackNotReceived);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      const watch = this.watchFeedback(goal, (why) => {
        cancelGoal();
        end.fail(why);
      });
      return {
        cancel: () => {
          watch.cancel();
          signal.removeEventListener('abort', onAbort);
        },
        take: (message) => {
          if (message.op === 'action_feedback') watch.noteFeedback();
          else if (message.op === 'action_result') {
            if (message.result && (message.status ?? goalStatus.succeeded) === goalStatus.succeeded) {
              end.succeed(message.values);
            } else end.fail(describeGoalEnd(message));
          } else end.fail(messages.goalNotSucceeded);
        },
      };
    });
  }

  /** Publishes a message. @throws ProductError unavailable when the connection cannot be opened */
  async publish(topic: string, type: string, message: object): Promise<void> {
    await this.waitForConnection(messages.goalTimedOut, rosTimes.actionClientMS);
    this.line.send({ op: 'advertise', topic, type });
    this.line.send({ op: 'publish', topic, msg: message });
  }

  close(): void {
    this.line.close();
  }

  /** Checks a goal every 100 ms for feedback and its time limit. */
  private watchFeedback({ feedbackMS, resultMS, needsSteadyFeedback }: GoalOptions, giveUp: (why: string) => void) {
    const startedAt = this.clock.now();
    let feedbackAt: number | undefined;
    let cancelTimer = () => {};
    const look = () => {
      const now = this.clock.now();
      if (feedbackAt === undefined && now - startedAt >= feedbackMS) return giveUp(messages.feedbackNotReceived);
      if (needsSteadyFeedback && feedbackAt !== undefined && now - feedbackAt >= rosTimes.jogFeedbackMS)
        return giveUp(messages.feedbackNotReceivedLately);
      if (resultMS !== undefined && now - startedAt >= resultMS) return giveUp(messages.resultTimedOut);
      cancelTimer = this.clock.schedule(rosTimes.checkMS, look);
    };
    cancelTimer = this.clock.schedule(rosTimes.checkMS, look);
    return {
      cancel: () => cancelTimer(),
      noteFeedback: () => {
        feedbackAt = this.clock.now();
      },
      get hasFeedback() {
        return feedbackAt !== undefined;
      },
    };
  }

  private async waitForConnection(message: string, withinMS: number): Promise<void> {
    const late = this.clock.sleep(withinMS).then(() => {
      throw new ProductError('unavailable', message);
    });
    // Once the connection is open, this rejection has no handler.
    late.catch(() => undefined);
    await Promise.race([this.line.open(), late]).catch(() => {
      throw new ProductError('unavailable', message);
    });
  }

  private ask<T>(
    packet: object,
    begin: (
      end: { succeed(value: T): void; fail(message: string): void },
      id: string,
    ) => { cancel(): void; take(message: Incoming | { op: 'lost' }): void },
  ): Promise<T> {
    const id = `cellwright-${++this.lastID}`;
    return new Promise<T>((resolve, reject) => {
      const finish = () => {
        this.waiting.delete(id);
        asked.cancel();
      };
      const asked = begin(
        {
          succeed(value) {
            finish();
            resolve(value);
          },
          fail(message) {
            finish();
            reject(new ProductError('unavailable', message));
          },
        },
        id,
      );
      this.waiting.set(id, asked.take);
      this.line.send({ ...packet, id });
    });
  }
}

function describeGoalEnd({ status, values }: Extract<Incoming, { op: 'action_result' }>): string {
  if (status === goalStatus.cancelled) return messages.goalCancelled;
  return /reject/i.test(JSON.stringify(values) ?? '') ? messages.goalRejected : messages.goalNotSucceeded;
}
