import type * as z from 'zod';
import type { Logger } from '../logger.ts';
import type { durableConsumers } from './bus-subjects.ts';
import type { EventBus, Subscription } from './event-bus.ts';

interface Source<Payload extends z.ZodType> {
  readonly subject: string;
  readonly payload: Payload;
}

export interface Follower<Message> {
  readonly durable: keyof typeof durableConsumers;
  /** Handles a message. It is delivered again until this succeeds, and may be delivered more than once. */
  readonly take: (message: Message) => Promise<void>;
}

/**
 * Handles the messages of a subject. Logs an unreadable message and drops it, because another delivery would not help.
 */
export function followMessages<Payload extends z.ZodType>(
  { bus, log }: { readonly bus: EventBus; readonly log: Logger },
  { subject, payload }: Source<Payload>,
  { durable, take }: Follower<z.output<Payload>>,
): Promise<Subscription> {
  return bus.subscribe(
    subject,
    async (message) => {
      const read = payload.safeParse(message.json());
      if (read.success) await take(read.data);
      else log.error('a message cannot be read', { subject, messageID: message.messageId, error: read.error });
    },
    { durable },
  );
}
