import type { MessageHandler, PublishOptions, SubscribeOptions, Subscription } from '../event-bus.ts';
import { createEphemeralQueue, type HandlingDeps } from '../handling.ts';
import { createMessage } from '../message.ts';
import type { Connection } from './connection.ts';
import { fromHeaders, toHeaders } from './headers.ts';

/** Core NATS: a message only reaches current subscribers. */
export interface EphemeralChannel {
  publish(subject: string, data: Uint8Array, options: PublishOptions): void;
  subscribe(pattern: string, handler: MessageHandler, options: SubscribeOptions): Promise<Subscription>;
}

export function createEphemeralChannel(connection: Connection, deps: HandlingDeps): EphemeralChannel {
  const { nats } = connection;
  return {
    publish(subject, data, { messageId, headers }) {
      // Buffered frames would arrive in an outdated burst.
      if (!connection.connected) deps.metrics?.count('bus_dropped', { reason: 'bus_away' });
      // Headers would cost more than a whole small message.
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
      // Once the server has answered, the subscription is in effect; without a server, or if it disconnects now, the
      // reconnection puts it into effect.
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
