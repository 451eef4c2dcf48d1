import { type Clock, ProductError } from '@cellwright/domain/basics';
import { messages } from '@cellwright/domain/messages';
import type { Logger } from '@cellwright/service-kit';
import * as z from 'zod';
import { Line } from '../line.ts';

/** Fields of every message of the planner protocol. */
export const kindedSchema = z.looseObject({ kind: z.string(), id: z.string().optional() });

export interface OperationOptions {
  readonly url: string;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onLost: (why: string) => void;
}

interface Waiting {
  onReply(reply: unknown): void;
  onLost(why: string): void;
}

/** One operation of the remote planner: a persistent connection, and its pending requests. */
export class Operation {
  private readonly waiting = new Map<string, Waiting>();
  private readonly line: Line;
  private lastID = 0;

  constructor({ url, clock, log, onLost }: OperationOptions) {
    this.line = new Line({
      url,
      clock,
      log,
      onMessage: (message) => this.receive(message),
      onLost: (why) => {
        for (const each of [...this.waiting.values()]) each.onLost(why);
        onLost(why);
      },
    });
  }

  open(): Promise<void> {
    return this.line.open();
  }

  /** Sends a request and passes every reply to `take` until that returns a result. */
  async ask<T>(request: object, take: (reply: unknown) => T | undefined, signal: AbortSignal): Promise<T> {
    await this.line.open();
    signal.throwIfAborted();
    const id = String(++this.lastID);
    return new Promise<T>((resolve, reject) => {
      const end = () => {
        this.waiting.delete(id);
        signal.removeEventListener('abort', onAbort);
      };
      const onAbort = () => {
        end();
        if (this.line.isOpen) this.line.send({ id, kind: 'cancel' });
        reject(signal.reason);
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.waiting.set(id, {
        onReply: (reply) => {
          try {
            const answer = take(reply);
            if (answer === undefined) return;
            end();
            resolve(answer);
          } catch (error) {
            end();
            reject(error);
          }
        },
        onLost: (why) => {
          end();
          reject(new ProductError('unavailable', `${messages.failedToGenerateMotionPlan}: ${why}`));
        },
      });
      this.line.send({ ...request, id });
    });
  }

  close(): void {
    this.line.close();
  }

  /** Assigns a reply without an id to the only pending request, since some planners send no ids. */
  private receive(message: unknown): void {
    const { data } = kindedSchema.safeParse(message);
    const addressed = data?.id === undefined ? undefined : this.waiting.get(data.id);
    const [only] = this.waiting.size === 1 ? this.waiting.values() : [];
    (addressed ?? (data?.id === undefined ? only : undefined))?.onReply(message);
  }
}
