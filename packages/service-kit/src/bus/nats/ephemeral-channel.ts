import type { MessageHandler, PublishOptions, SubscribeOptions, Subscription } from '../event-bus.ts';
import { createEphemeralQueue, type HandlingDeps } from '../handling.ts';
import { createMessage } from '../message.ts';
import type { Connection } from './connection.ts';
import { fromHeaders, toHeaders } from './headers.ts';

/** Core NATS: a message reaches only those that are subscribed now. */
export interface EphemeralChannel {
  publish(subject: string, data: Uint8Array, options: PublishOptions): void;
  subscribe(pattern: string, handler: MessageHandler, options: SubscribeOptions): Promise<Subscription>;
}

export function createEphemeralChannel(connection: Connection, deps: HandlingDeps): EphemeralChannel {
  const { nats } = connection;
  return {
    publish(subject, data, { messageId, headers }) {
      // Kept back, old frames would arrive in a burst when nobody wants them any more.
      if (!connection.connected) deps.metrics?.count('bus_dropped', { reason: 'bus_away' });
      // Headers cost more than all the rest of a small message.
      else if (messageId === undefined && headers === undefined) nats.publish(subject, data);
      else nats.publish(subject, data, { headers: toHeaders(messageId, headers) });
    },
    async subscribe(pattern, handler, { queue, maxPending }) {
      const pending = createEphemeralQueue(deps, pattern, handler, { maxPending });
      const subscription = nats.subscribe(pattern, {
        queue,
        callback: (error, { subject, headers: given, data }) => {
          if (error) deps.log.error('a subscription ended', { pattern, error });
          else pending.push(createMessage({ subject, ...fromHeaders(given), delivery: 1, data }));
        },
      });
      // Once the server has answered, the subscription stands; without a server, also when it goes away now, it
      // stands with the reconnection.
      if (connection.connected) await nats.flush().catch(() => undefined);
      return {
        close: () => {
          subscription.unsubscribe();
          return pending.close();
        },
      };
    },
  };
}
