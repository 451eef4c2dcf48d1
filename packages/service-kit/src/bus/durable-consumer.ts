import { type Clock, rest } from '@cellwright/domain/basics';
import type { MessageHandler, Subscription } from './event-bus.ts';
import { type HandlingDeps, handleMessage, redeliveryDelayMs } from './handling.ts';
import { createMessage, type MessageParts } from './message.ts';

type StoredMessage = Omit<MessageParts, 'delivery'>;

/** Named consumer of the in-process bus: stores messages, in order, until a handler has accepted them. */
export interface DurableConsumer {
  readonly pattern: string;
  readonly pendingBytes: number;
  offer(message: StoredMessage): void;
  /** Adds a handler; messages are distributed among the attached handlers. */
  attach(handler: MessageHandler): Subscription;
  close(): Promise<void>;
}

export function createDurableConsumer(
  name: string,
  pattern: string,
  deps: HandlingDeps,
  clock: Clock,
): DurableConsumer {
  const pending: { readonly message: StoredMessage; deliveries: number }[] = [];
  const handlers: MessageHandler[] = [];
  let pendingBytes = 0;
  let running: Promise<void> | undefined;
  let idle = new AbortController();
  let turn = 0;

  const deliverAll = async () => {
    while (handlers.length > 0) {
      const [next] = pending;
      turn += 1;
      const handler = handlers[turn % handlers.length];
      if (!next || !handler) break;
      next.deliveries += 1;
      try {
        const message = createMessage({ ...next.message, data: next.message.data.slice(), delivery: next.deliveries });
        await handleMessage(deps, pattern, handler, message);
        pending.shift();
        pendingBytes -= next.message.data.length;
      } catch (error) {
        deps.log.warn('a durable message will be delivered again', {
          consumer: name,
          subject: next.message.subject,
          error,
        });
        deps.metrics?.count('bus_redelivered', { consumer: name });
        await rest(clock, redeliveryDelayMs(next.deliveries), idle.signal);
      }
    }
    running = undefined;
  };
  const wake = () => {
    if (!running && handlers.length > 0 && pending.length > 0) running = deliverAll();
  };
  const detach = async (handler: MessageHandler) => {
    const index = handlers.indexOf(handler);
    if (index >= 0) handlers.splice(index, 1);
    if (handlers.length === 0) idle.abort();
    await running;
  };

  return {
    pattern,
    get pendingBytes() {
      return pendingBytes;
    },
    offer(message) {
      pending.push({ message, deliveries: 0 });
      pendingBytes += message.data.length;
      wake();
    },
    attach(handler) {
      // A separate wrapper, so that a function attached twice can be detached once.
      const attached: MessageHandler = (message) => handler(message);
      if (idle.signal.aborted) idle = new AbortController();
      handlers.push(attached);
      wake();
      return { close: () => detach(attached) };
    },
    async close() {
      handlers.length = 0;
      idle.abort();
      await running;
    },
  };
}
