import { ProductError } from '@cellwright/domain/basics';
import { type BoxReport, type ReportReply, reportReplySchema } from '@cellwright/domain/fleet';
import { reportSubject } from '@cellwright/fleet/subjects';
import type { NatsConnection } from '@nats-io/transport-node';
import type { Membership } from './membership-file.ts';

const replyTimeoutMS = 5000;
const dialTimeoutMS = 3000;

/** A connection to the hub of the fleet. */
export interface HubLink {
  /** Sends a report. Resolves when the hub has stored it. @throws ProductError when it has not. */
  send(report: BoxReport): Promise<ReportReply>;
  close(): Promise<void>;
}

export type OpenHubLink = (membership: Membership) => Promise<HubLink>;

/**
 * Connects to the NATS server of the hub. The link does not reconnect: its owner opens another one, with its own delays.
 * @throws ProductError unavailable
 */
export const openHubLink: OpenHubLink = async ({ natsURL, userJWT, userSeed }) => {
  // A box without a fleet does not load the client.
  const { connect, jwtAuthenticator } = await import('@nats-io/transport-node');
  let nats: NatsConnection;
  try {
    nats = await connect({
      servers: natsURL,
      name: 'box',
      authenticator: jwtAuthenticator(userJWT, Buffer.from(userSeed)),
      timeout: dialTimeoutMS,
      reconnect: false,
      pingInterval: 5000,
      maxPingOut: 2,
    });
  } catch (cause) {
    throw new ProductError('unavailable', describeRefusal(cause, natsURL), undefined, { cause });
  }
  return {
    async send(report) {
      try {
        const reply = await nats.request(reportSubject, JSON.stringify(report), { timeout: replyTimeoutMS });
        return reportReplySchema.parse(reply.json());
      } catch (cause) {
        const reason = nats.isClosed() ? describeClosed(await nats.closed(), natsURL) : 'The hub does not answer';
        throw new ProductError('unavailable', reason, undefined, { cause });
      }
    },
    close: () => nats.close(),
  };
};

function describeRefusal(cause: unknown, natsURL: string): string {
  const isRefused = cause instanceof Error && /authorization/i.test(`${cause.name} ${cause.message}`);
  if (isRefused) return 'The hub refuses the keys of this box. Join the fleet again with a new code';
  return `The hub does not answer at ${natsURL}`;
}

function describeClosed(cause: unknown, natsURL: string): string {
  return cause instanceof Error ? describeRefusal(cause, natsURL) : 'The connection to the hub has ended';
}
