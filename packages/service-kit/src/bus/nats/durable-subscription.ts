import type { JetStreamClient, JsMsg } from '@nats-io/jetstream';
import type { MessageHandler, Subscription } from '../event-bus.ts';
import { type HandlingDeps, handleMessage, redeliveryDelayMs } from '../handling.ts';
import { createMessage } from '../message.ts';
import { fromHeaders } from './headers.ts';
import { ackWaitMs, deliverySubject } from './streams.ts';

export interface DurableTarget {
  readonly stream: string;
  readonly durable: string;
  readonly pattern: string;
}

/** Subscribes to the delivery subject of a durable consumer and settles each message: done, or redeliver later. */
export async function listenToConsumer(
  client: JetStreamClient,
  { stream, durable, pattern }: DurableTarget,
  handler: MessageHandler,
  deps: HandlingDeps,
): Promise<Subscription> {
  let running = Promise.resolve();
  const consumer = await client.consumers.getBoundPushConsumer({
    deliver_subject: deliverySubject(stream, durable),
    deliver_group: durable,
  });
  const messages = await consumer.consume({
    callback: (message) => {
      running = running.then(() => handleAndAnswer(message, pattern, durable, handler, deps));
    },
  });
  return {
    async close() {
      await messages.close();
      await running;
    },
  };
}

async function handleAndAnswer(
  message: JsMsg,
  pattern: string,
  durable: string,
  handler: MessageHandler,
  deps: HandlingDeps,
): Promise<void> {
  const { deliveryCount } = message.info;
  if (deliveryCount > 1) deps.metrics?.count('bus_redelivered', { consumer: durable });
  const renew = setInterval(() => message.working(), ackWaitMs / 2);
  try {
    const { messageId, headers } = fromHeaders(message.headers);
    await handleMessage(
      deps,
      pattern,
      handler,
      createMessage({ subject: message.subject, messageId, headers, delivery: deliveryCount, data: message.data }),
    );
    message.ack();
  } catch (error) {
    deps.log.warn('a durable message will be delivered again', { consumer: durable, subject: message.subject, error });
    message.nak(redeliveryDelayMs(deliveryCount));
  } finally {
    clearInterval(renew);
  }
}
